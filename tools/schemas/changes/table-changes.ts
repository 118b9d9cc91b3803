import { toColumnName, listProjected, getTableName, type Entity } from "../../../src/engine/index.ts";
import { getPath, addLabel, type Difference, type Pair } from "./change.ts";

/** Compares the columns of the entity's table. */
export function* diffTable(pair: Pair, [was, is]: readonly [Entity, Entity]): Generator<Difference> {
  if (was.source !== "store" || is.source !== "store") return;
  const [old, now] = [listProjected(was), listProjected(is)];
  const kept = new Set(is.fields.map(({ name }) => name));
  for (const [field, { column, type }] of old) {
    const next = now.get(field);
    if (next && next.type === type) continue;
    const touches = [`column ${getTableName(was)}.${column}`];
    yield {
      at: `${pair.name}.${field}`,
      file: is.file,
      path: kept.has(field) ? getPath(pair, field) : ["properties"],
      what: next ? "column-retyped" : "column-dropped",
      request: "none",
      response: "none",
      text: addLabel(
        pair,
        field,
        next ? "存储列换类型" : "不再有存储列",
        next ? "is stored in a column of another type" : "has no column of the table any more",
      ),
      touches,
    };
  }
  for (const { name, local } of was.fields) {
    if (!local && !kept.has(name) && !old.has(name))
      yield {
        at: `${pair.name}.${name}`,
        file: is.file,
        path: ["properties"],
        what: "column-dropped",
        request: "none",
        response: "none",
        text: addLabel(pair, name, "不再存储", "is not stored any more"),
        touches: [`stored values "${name}" of ${getTableName(was)}, which would have been ${toColumnName(name)}`],
      };
  }
}
