/**
 * Stores quotes: prices given to one user, each valid for a short time and one use. Orders are created from the stored
 * quote, never from figures sent by the client.
 */
import type { Decimal } from "@portolan/engine";
import { Failure } from "../../core/failure.ts";
import { uuidv7 } from "../../core/uuid.ts";
import type { Queries } from "../../store/database.ts";
import { toIso } from "../../core/clock.ts";

/** A stored quote. Amounts and rates are plain decimals, times are milliseconds of real time. */
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
  /** The audited application that was quoted. */
  orderNo?: string | undefined;
  expiresAt: number;
  used: boolean;
}
/** User who owns a quote. Other users of the merchant cannot use it. */
export interface Holder {
  tenant: string;
  userId: string;
}

/** Time in milliseconds that unused quotes are stored after their expiry. */
const KEEP_MS = 3_600_000;
/** Maximum number of open quotes of one user, and of all users of a merchant. */
const MAX_OF_USER = 5;
const MAX_OF_MERCHANT = 20;

/**
 * Stores a quote that is valid until `expiresAt`, and deletes old unused ones. An open quote of the same form expires.
 *
 * @throws Failure `quotesOpen` when the user or the merchant has the maximum number of open quotes, because each is a
 * free option on a price
 */
export async function storeQuote(
  tx: Queries,
  { tenant, userId }: Holder,
  quote: Omit<Quote, "id" | "used">,
  { now, form }: { now: number; form?: string | undefined },
): Promise<Quote> {
  const id = `Q${uuidv7(now).replaceAll("-", "")}`;
  // Lock the merchant's row until the commit, so that concurrent quotes are counted.
  await tx.query(
    "INSERT INTO swap_quote_turn (m, turn) VALUES ($1, 1) ON CONFLICT (m) DO UPDATE SET turn = swap_quote_turn.turn + 1",
    [tenant],
  );
  await tx.query("DELETE FROM swap_quote WHERE m = $1 AND user_id = $2 AND used_at IS NULL AND expires_at < $3", [
    tenant,
    userId,
    toIso(now - KEEP_MS),
  ]);
  if (form !== undefined)
    await tx.query(
      "UPDATE swap_quote SET expires_at = $4 WHERE m = $1 AND user_id = $2 AND form = $3 AND used_at IS NULL AND expires_at > $4",
      [tenant, userId, form, toIso(now)],
    );
  await assertFewOpen(tx, { tenant, userId }, now);
  await tx.query(
    `INSERT INTO swap_quote (m, id, user_id, mode, sell, buy, sell_amount, buy_amount, fixed, rate, mid, fee, order_no, created_at, expires_at, form)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      tenant,
      id,
      userId,
      quote.mode,
      quote.sellCurrency,
      quote.buyCurrency,
      quote.sellAmount,
      quote.buyAmount,
      quote.fixed,
      quote.rate,
      quote.mid,
      quote.fee,
      quote.orderNo ?? null,
      toIso(now),
      toIso(quote.expiresAt),
      form ?? null,
    ],
  );
  return { ...quote, id, used: false };
}

/**
 * Asserts that another quote may be opened.
 *
 * @throws Failure `quotesOpen` with the seconds until an open quote expires
 */
async function assertFewOpen(tx: Queries, { tenant, userId }: Holder, now: number): Promise<void> {
  const open = await tx.query(
    "SELECT user_id, expires_at FROM swap_quote WHERE m = $1 AND used_at IS NULL AND expires_at > $2 ORDER BY expires_at",
    [tenant, toIso(now)],
  );
  const own = open.filter(({ user_id }) => user_id === userId);
  const [next] = own.length >= MAX_OF_USER ? own : open.length >= MAX_OF_MERCHANT ? open : [];
  if (next)
    throw new Failure("quotesOpen", {
      seconds: Math.max(1, Math.ceil((Date.parse(next.expires_at) - now) / 1000)),
    });
}

/** Returns a quote of this user. @throws Failure `notFound` for an unknown quote, or one of another user */
export async function readQuote(db: Queries, { tenant, userId }: Holder, id: string): Promise<Quote> {
  const [row] = await db.query("SELECT * FROM swap_quote WHERE m = $1 AND id = $2 AND user_id = $3", [
    tenant,
    id,
    userId,
  ]);
  if (!row) throw new Failure("notFound");
  return {
    id,
    mode: row.mode,
    sellCurrency: row.sell,
    buyCurrency: row.buy,
    sellAmount: row.sell_amount,
    buyAmount: row.buy_amount,
    fixed: row.fixed,
    rate: row.rate,
    mid: row.mid,
    fee: row.fee,
    ...(row.order_no ? { orderNo: String(row.order_no) } : {}),
    expiresAt: Date.parse(row.expires_at),
    used: row.used_at !== null,
  };
}

/**
 * Marks a quote as used by a conditional update, so that only one of several concurrent confirmations succeeds. Whether
 * it is still valid depends on `received`, the time when the confirmation arrived. `rateNow` is reported with an
 * expired quote.
 *
 * @throws Failure `quoteUsed`, `quoteExpired`, or `notFound` when the holder has no such quote
 */
export async function takeQuote(
  tx: Queries,
  holder: Holder,
  quote: Quote,
  { received, rateNow }: { received: number; rateNow: Decimal | undefined },
): Promise<void> {
  const rows = await tx.query(
    "UPDATE swap_quote SET used_at = $4 WHERE m = $1 AND id = $2 AND user_id = $3 AND used_at IS NULL AND expires_at > $4 RETURNING id",
    [holder.tenant, quote.id, holder.userId, toIso(received)],
  );
  if (rows.length > 0) return;
  if ((await readQuote(tx, holder, quote.id)).used) throw new Failure("quoteUsed");
  throw new Failure("quoteExpired", { oldRate: quote.rate, ...(rateNow ? { newRate: rateNow.toString() } : {}) });
}
