import type { Entity, Row } from "../../src/engine/index.ts";
import { recordNumber } from "../lifecycle/number.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Queries } from "../store/database.ts";
import { records } from "../store/records.ts";
import { DEMO_CHANNELS, DEMO_PAYEES, type DemoMerchant } from "./demo.ts";
import { pick } from "./random.ts";

/** Only tables are written here. */
const NO_LISTS = { data: new Map<string, readonly Row[]>() };

/** Stores demo rows of an entity as its schema wants them: fields that it does not have are left out, the rest is checked like a person's. */
export async function seedRows(
  tx: Queries,
  entity: Entity,
  m: string,
  rows: readonly Row[],
  at: number,
): Promise<Row[]> {
  const names = new Set(entity.fields.map((field) => field.name));
  const stored = rows.map((row) => {
    const own = Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)));
    const { value, errors } = entity.check(own, { lang: "zh", side: "server" });
    if (errors.length > 0)
      throw new Error(`the demo ${entity.name} does not fit its schema: ${JSON.stringify(errors)}`);
    const when = new Date(at).toISOString();
    const stamps = ["createdAt", "updatedAt"].filter((name) => names.has(name)).map((name) => [name, when]);
    return { ...value, ...Object.fromEntries(stamps), [entity.key]: recordNumber(entity.number ?? "", at) } as Row;
  });
  await records(tx, NO_LISTS).insertAll(
    entity,
    stored.map((row) => ({ m, at, id: String(row[entity.key]), row })),
  );
  return stored;
}

/** The merchant's terms. */
export async function seedChannels(tx: Queries, schemas: Schemas, m: string, at: number): Promise<void> {
  const entity = schemas.entities.get("channel");
  if (entity)
    await seedRows(
      tx,
      entity,
      m,
      DEMO_CHANNELS.map((row) => ({ ...row, effectiveFrom: new Date(at).toISOString() })),
      at,
    );
}

/** The merchant's own RMB account, to which it clears its balance. */
export async function seedOwnAccount(tx: Queries, schemas: Schemas, merchant: DemoMerchant, at: number): Promise<void> {
  const entity = schemas.entities.get("bankAccount");
  const branch = schemas.data.get("branch")?.[0];
  if (!entity || !branch || merchant.payees === 0) return;
  const city = (schemas.data.get("city") ?? []).find((row) => row["name"] === branch["city"]);
  await seedRows(
    tx,
    entity,
    merchant.id,
    [
      {
        holder: merchant.name,
        label: "本公司",
        account: `6222${merchant.id}000000001`,
        bank: branch["bank"],
        province: city?.["province"],
        city: branch["city"],
        branch: branch["name"],
        linkedBankNo: branch["linkedBankNo"],
        starred: false,
      },
    ],
    at,
  );
}

/** The merchant's RMB payees, at branches of the reference list; account numbers are invented. */
export async function seedPayees(
  tx: Queries,
  schemas: Schemas,
  merchant: DemoMerchant,
  at: number,
  random: () => number,
): Promise<Row[]> {
  const entity = schemas.entities.get("bankAccount");
  const branches = schemas.data.get("branch") ?? [];
  const cities = schemas.data.get("city") ?? [];
  if (!entity || branches.length === 0) return [];
  return seedRows(
    tx,
    entity,
    merchant.id,
    DEMO_PAYEES.slice(0, merchant.payees).map(({ holder, city: where, label }, index) => {
      const near = branches.filter((row) => row["city"] === where);
      const branch = pick(random, near.length > 0 ? near : branches);
      const city = cities.find((row) => row["name"] === branch["city"]);
      const account = `62${String(Math.floor(random() * 1e15)).padStart(15, "0")}${index}`;
      return {
        holder,
        label,
        account,
        bank: branch["bank"],
        province: city?.["province"],
        city: branch["city"],
        branch: branch["name"],
        linkedBankNo: branch["linkedBankNo"],
        starred: index < 2,
      };
    }),
    at,
  );
}
