/**
 * The tables of the rooms, handed to `migrate`: a list of statements that is only ever added to. Each runs once per database, in this order. To
 * change a table that exists, add an `ALTER TABLE … ADD COLUMN IF NOT EXISTS …`; `migrate` refuses an edited statement.
 */
import { stepTables } from "./records/form-steps.ts";
import { importTables } from "./import/tables.ts";
import { moneyTables } from "./payments/ledger/tables.ts";
import { rateTables } from "./payments/rates/tables.ts";
import { sessionTables } from "./session/tables.ts";

export const baseTables: readonly string[] = [
  ...sessionTables,
  ...moneyTables,
  ...importTables,
  ...rateTables,
  ...stepTables,
];
