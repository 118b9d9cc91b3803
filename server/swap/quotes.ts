/** Quotes: prices that were given to one person, valid for a short time and once. The order is made from the stored row, never from what a client says. */
import { Decimal } from "../../src/engine/index.ts";
import { Failure } from "../failure.ts";
import { uuidv7 } from "../ledger/uuid.ts";
import type { Queries } from "../store/database.ts";

/** A quote as it is stored; amounts and rates as plain decimals, times in milliseconds of real time. */
export interface Quote {
  id: string;
  mode: string;
  sellCurrency: string;
  buyCurrency: string;
  sellAmount: string;
  buyAmount: string;
  fixed: "sell" | "buy";
  rate: string;
  mid: string;
  fee: string;
  /** The audited application that it is for. */
  orderNo?: string;
  expiresAt: number;
  used: boolean;
}
/** Whose quote: another user's of the same merchant is none. */
export interface Holder { m: string; userId: string }

/** Quotes that nobody took are forgotten after this. */
const KEEP_MS = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** Stores a quote that is valid until `expiresAt`, and forgets old ones that were never used. */
export async function giveQuote(tx: Queries, { m, userId }: Holder, quote: Omit<Quote, "id" | "used">, now: number): Promise<Quote> {
  const id = `Q${uuidv7(now).replaceAll("-", "")}`;
  await tx.query("DELETE FROM swap_quote WHERE m = $1 AND user_id = $2 AND used_at IS NULL AND expires_at < $3", [m, userId, iso(now - KEEP_MS)]);
  await tx.query(
    `INSERT INTO swap_quote (m, id, user_id, mode, sell, buy, sell_amount, buy_amount, fixed, rate, mid, fee, order_no, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [m, id, userId, quote.mode, quote.sellCurrency, quote.buyCurrency, quote.sellAmount, quote.buyAmount, quote.fixed, quote.rate, quote.mid, quote.fee, quote.orderNo ?? null, iso(now), iso(quote.expiresAt)]);
  return { ...quote, id, used: false };
}

/** A quote of this person. Throws `notFound`. */
export async function readQuote(db: Queries, { m, userId }: Holder, id: string): Promise<Quote> {
  const [row] = await db.query("SELECT * FROM swap_quote WHERE m = $1 AND id = $2 AND user_id = $3", [m, id, userId]);
  if (!row) throw new Failure("notFound");
  return {
    id, mode: row.mode, sellCurrency: row.sell, buyCurrency: row.buy, sellAmount: row.sell_amount, buyAmount: row.buy_amount, fixed: row.fixed, rate: row.rate, mid: row.mid, fee: row.fee,
    ...(row.order_no ? { orderNo: row.order_no as string } : {}), expiresAt: Date.parse(row.expires_at), used: row.used_at !== null,
  };
}

/**
 * Takes a quote for good: one guarded update, so that of many who come at once one gets it. `received`: when the confirmation reached us, which
 * is what its fifteen seconds are measured by. Throws `quoteUsed`, `quoteExpired`.
 */
export async function takeQuote(tx: Queries, holder: Holder, quote: Quote, received: number, rateNow: Decimal | undefined): Promise<void> {
  const rows = await tx.query("UPDATE swap_quote SET used_at = $4 WHERE m = $1 AND id = $2 AND user_id = $3 AND used_at IS NULL AND expires_at > $4 RETURNING id",
    [holder.m, quote.id, holder.userId, iso(received)]);
  if (rows.length > 0) return;
  if ((await readQuote(tx, holder, quote.id)).used) throw new Failure("quoteUsed");
  throw new Failure("quoteExpired", { oldRate: quote.rate, ...(rateNow ? { newRate: rateNow.toString() } : {}) });
}
