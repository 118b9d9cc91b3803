/** `npm run schemas -- diff --db`: which stored records a changed schema rejects. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { compileSchemas } from "../../server/payments/schemas.ts";
import { diffSchemas } from "../../tools/schemas/changes.ts";
import { countStored } from "../../tools/schemas/stored.ts";
import { freshPlace } from "./prepared.ts";
import { ENGINES } from "./database-mode.ts";

const dir = fileURLToPath(new URL("../../schemas", import.meta.url));
const FILE = "schemas/entities/bankAccount.json";

const before = compileSchemas(dir);
const text = readFileSync(fileURLToPath(new URL(`../../${FILE}`, import.meta.url)), "utf8");
/** Schemas by the maximum length of a payee's name. */
const narrowed = new Map(
  [2, 59].map((max) => [
    max,
    compileSchemas(dir, { [FILE]: text.replace(/("holder": \{[^}]*?"maxLength": )\d+/, `$1${max}`) }),
  ]),
);

describe.each(ENGINES)("the schema diff against stored records on %s", (engine) => {
  it("reports how many records violate a changed field, and some of their ids", async () => {
    const { dataDir, databaseUrl, open } = await freshPlace(engine);
    const db = await open();
    const holders = (
      await db.query<{ id: string; data: { holder: string } }>("SELECT id, data FROM e_bank_account ORDER BY m, id")
    )
      .filter(({ data }) => [...data.holder].length > 2)
      .map(({ id }) => id);
    await db.close();
    expect(holders.length).toBeGreaterThan(3);
    const told = async (max: number) => {
      const after = narrowed.get(max)!;
      const changes = diffSchemas(before, after, () => undefined, { only: ["bankAccount"] });
      expect(changes).toMatchObject([{ at: "bankAccount.holder", what: "limit-tightened" }]);
      await countStored(databaseUrl ?? dataDir, after, changes);
      return changes[0]!.stored;
    };
    expect(await told(2)).toEqual({ count: holders.length, ids: holders.slice(0, 3) });
    expect(await told(59)).toBeUndefined();
  });
});
it("the schema diff reports a data folder that does not exist", () =>
  expect(countStored("/nowhere/at/all", before, [])).rejects.toThrow("there is no folder /nowhere/at/all"));
