import type { Row } from "@portolan/engine";
import { insertRows } from "../../../lifecycle/insert-rows.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries } from "../../../store/database.ts";
import { DEMO_PAYEES, type DemoMerchant } from "../../demo/merchants.ts";
import { pick } from "../../../sandbox/random.ts";

/** Inserts the merchant's own RMB account, to which balances are cleared. */
export async function seedOwnAccount(tx: Queries, schemas: Schemas, merchant: DemoMerchant, at: number): Promise<void> {
  const entity = schemas.entity("bankAccount");
  const branch = schemas.data.get("branch")?.[0];
  if (!branch || merchant.payees === 0) return;
  const city = (schemas.data.get("city") ?? []).find((row) => row["name"] === branch["city"]);
  await insertRows(tx, entity, { tenant: merchant.id, at }, [
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
  ]);
}

/**
 * Inserts the merchant's RMB payees at branches in the reference list, and returns them. Account numbers are invented.
 */
export async function seedPayees(
  tx: Queries,
  schemas: Schemas,
  merchant: DemoMerchant,
  { at, random }: { at: number; random: () => number },
): Promise<Row[]> {
  const entity = schemas.entity("bankAccount");
  const branches = schemas.data.get("branch") ?? [];
  const cities = schemas.data.get("city") ?? [];
  if (branches.length === 0) return [];
  return insertRows(
    tx,
    entity,
    { tenant: merchant.id, at },
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
  );
}
