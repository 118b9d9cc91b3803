import type { RowsOf } from "../../store/sql-types.ts";

/** Tables of market prices and quotes. */
export const rateTables = [
  // One row per moment: the price of one US dollar in every other currency. All currencies are in one row, so that
  // cross rates never mix two moments.
  `CREATE TABLE IF NOT EXISTS rate (at timestamptz NOT NULL PRIMARY KEY, mids json NOT NULL)`,
  // End of the validity that operators set for a moment; null means one minute.
  `ALTER TABLE rate ADD COLUMN IF NOT EXISTS valid_until timestamptz`,
  // Prices that jumped, held until operators accept them or the source sends others.
  `CREATE TABLE IF NOT EXISTS rate_held (at timestamptz NOT NULL PRIMARY KEY, mids json NOT NULL)`,
  // Quotes. Times are real time. used_at is set in the transaction that creates the order.
  `CREATE TABLE IF NOT EXISTS swap_quote (
    m text NOT NULL, id text NOT NULL, user_id text NOT NULL, mode text NOT NULL, sell text NOT NULL, buy text NOT NULL,
    sell_amount text NOT NULL, buy_amount text NOT NULL, fixed text NOT NULL, rate text NOT NULL, mid text NOT NULL, fee text NOT NULL,
    order_no text, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, used_at timestamptz,
    PRIMARY KEY (m, id))`,
  // Form that requested the quote. Only the newest quote of a form is open.
  `ALTER TABLE swap_quote ADD COLUMN IF NOT EXISTS form text`,
  `CREATE INDEX IF NOT EXISTS swap_quote_open ON swap_quote (m, expires_at)`,
  // Serialises the quotes of a merchant: the transaction that counts the open quotes locks this row.
  `CREATE TABLE IF NOT EXISTS swap_quote_turn (m text NOT NULL PRIMARY KEY, turn bigint NOT NULL)`,
] as const;
declare module "../../store/sql-types.ts" {
  interface Tables extends RowsOf<
    typeof rateTables,
    {
      rate: { mids: Record<string, string> };
      rate_held: { mids: Record<string, string> };
      swap_quote: { fixed: "buy" | "sell" };
    }
  > {}
}
