/** Records that are the same to a person although a unique index sees two: a value can be written in several ways (a SWIFT code of 8 or 11 characters). */
import { projected, spellingsOf, tableOf, type Entity, type Field, type Row } from "../../src/engine/index.ts";
import { Failure } from "../core/failure.ts";
import type { Tx } from "./database.ts";

/** A field that must be unique, with all fields that count for it. */
interface Group {
  field: Field;
  among: Field[];
}

/** The unique fields whose values have several spellings; no index alone tells those apart. */
const groupsOf = (entity: Entity): Group[] =>
  entity.fields.flatMap((field) => {
    const among = field.unique ? [field, ...field.unique.map((name) => entity.field(name))] : [];
    return among.some(({ kind }) => kind.spellings) ? [{ field, among }] : [];
  });

/** What a record shares with its twins, one list of spellings a field; nothing when one of the values is missing. */
function sharedBy({ among }: Group, row: Row): (readonly string[])[] | undefined {
  const all = among.map((field) => spellingsOf(field, row[field.name]));
  return all.every((one) => one !== undefined) ? all : undefined;
}

/**
 * Throws `duplicate` (`params.field`) when another record of the merchant has the same value in another spelling. `before`: the record that is
 * changed; twins from before this rule stay, and may be changed in everything else.
 */
export async function refuseTwins(
  tx: Tx,
  entity: Entity,
  tenant: string,
  id: string,
  row: Row,
  before?: Row,
): Promise<void> {
  for (const group of groupsOf(entity)) {
    const shared = sharedBy(group, row);
    if (!shared || (before && JSON.stringify(sharedBy(group, before)) === JSON.stringify(shared))) continue;
    // One at a time per merchant: two that are made at once would not see each other.
    await tx.query("UPDATE merchant SET name = name WHERE id = $1", [tenant]);
    const params: string[] = [tenant, id];
    const columns = projected(entity);
    const same = group.among.map(
      ({ name }, at) =>
        `${columns.get(name)?.column ?? "id"} IN (${shared[at]!.map((value) => `$${params.push(value)}`).join(", ")})`,
    );
    const [twin] = await tx.query(
      `SELECT id FROM ${tableOf(entity)} WHERE m = $1 AND id <> $2 AND ${same.join(" AND ")} LIMIT 1`,
      params,
    );
    if (twin) throw new Failure("duplicate", { field: group.field.name });
  }
}
