/** Counts stored records that a changed schema rejects. */
import { existsSync } from "node:fs";
import type { CompiledSchemas } from "@portolan/engine/folder";
import { openDatabase } from "../../server/store/open.ts";
import { readAllRows } from "../../server/store/schema/apply.ts";
import { moveValues } from "../../server/store/schema/moves.ts";
import { getTableName } from "@portolan/engine";
import type { Change } from "./changes/change.ts";
import { CannotRun } from "./context.ts";
import { hydrateCompiled } from "./hydrate-compiled.ts";

/** Maximum number of records listed. */
const NAMED = 3;

/**
 * Adds to each change of a stored field the number of records that it now rejects. `where`: URL of a PostgreSQL
 * database, or folder of an embedded one that no server is using.
 */
export async function countStored(
  where: string,
  { entities }: CompiledSchemas,
  changes: readonly Change[],
): Promise<void> {
  const address = where.includes("://");
  if (!address && !existsSync(where)) throw new CannotRun(`there is no folder ${where}`);
  const db = await openDatabase(address ? { dataDir: "", databaseUrl: where } : { dataDir: where }).catch(
    (error: Error) => {
      throw new CannotRun(error.message);
    },
  );
  try {
    for (const [name, compiled] of entities) {
      const own = changes.filter(({ at, request }) => request === "breaking" && at.startsWith(`${name}.`));
      if (own.length === 0 || compiled.plan.source !== "store") continue;
      const entity = hydrateCompiled(compiled);
      const [{ there }] = (await db.query<{ there: boolean }>("SELECT to_regclass($1) IS NOT NULL AS there", [
        getTableName(entity),
      ])) as [{ there: boolean }];
      if (!there) continue;
      const moves = entity.fields.flatMap((field) => (field.formerly ?? []).map((from) => ({ from, field })));
      const failing = new Map(own.map((change) => [change, [] as string[]]));
      for await (const rows of readAllRows(db, entity)) {
        for (const { id, data } of rows) {
          const wrong = entity.check(moveValues(data, moves), { lang: "en" }).errors.map(
            ({ at }) =>
              `${name}.${at
                .replace(/\/\d+(?=\/|$)/g, "")
                .slice(1)
                .replaceAll("/", ".")}`,
          );
          for (const [change, ids] of failing) if (wrong.includes(change.at)) ids.push(id);
        }
      }
      for (const [change, ids] of failing)
        if (ids.length > 0) change.stored = { count: ids.length, ids: ids.slice(0, NAMED) };
    }
  } finally {
    await db.close();
  }
}
