/** Purchases with cards, simulated: the issuer decides by the card's state, balance, limits and trading range, and tells what became of it. */
import { randomInt } from "node:crypto";
import { dayInChina, Decimal, type Entity, type Row } from "../../src/engine/index.ts";
import { machine } from "../lifecycle/clock-events.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { create } from "../lifecycle/create.ts";
import { load } from "../lifecycle/store.ts";
import { records } from "../store/records.ts";
import type { Tx } from "../store/database.ts";

/** A purchase as the shop asks for it. */
export interface Purchase {
  cardId: string;
  amount: string;
  merchant: string;
  mcc?: string;
}

/** How long a 3-D Secure code is good, in milliseconds. */
export const CODE_MS = 5 * 60_000;

/** Why the issuer declines; nothing when it agrees. `codes`: merchant categories that the card's range allows, all when there are none. */
export function declineOf(
  card: Row,
  purchase: Omit<Purchase, "cardId">,
  today: string,
  codes: readonly string[],
): string | undefined {
  const amount = Decimal.of(purchase.amount);
  const figure = (name: string) => Decimal.of(String(card[name] ?? "0"));
  const over = (limit: string, used: Decimal) => card[limit] !== undefined && used.add(amount).cmp(figure(limit)) > 0;
  const zero = Decimal.of("0");
  if (card["status"] !== "usable") return "cardDisabled";
  if (/decline/i.test(purchase.merchant)) return "merchant";
  if (codes.length > 0 && !codes.includes(purchase.mcc ?? codes[0]!)) return "tradingRange";
  if (over("singleLimit", zero)) return "singleLimit";
  if (over("dayLimit", card["dayOf"] === today ? figure("dayUsed") : zero)) return "dayLimit";
  if (over("monthLimit", card["monthOf"] === today.slice(0, 7) ? figure("monthUsed") : zero)) return "monthLimit";
  if (over("limit", figure("totalAuthorised"))) return "limit";
  return amount.cmp(figure("balance")) > 0 ? "insufficient" : undefined;
}

/** Asks the issuer for a purchase; the transaction, authorised or declined. `why`: declined whatever the card says. Throws on an unknown card. */
export async function purchase(
  tx: Tx,
  context: LifecycleContext,
  m: string,
  asked: Purchase,
  why?: string,
): Promise<Row> {
  const { schemas, clock } = context;
  const [card, transaction] = entities(context);
  const stored = await load(tx, card, m, asked.cardId);
  if (!stored) throw new Error(`no card ${asked.cardId}`);
  const reason = why ?? declineOf(stored.data, asked, dayInChina(clock.now()), codesOf(schemas, stored.data));
  const row: Row = { ...asked, createdAt: new Date(clock.now()).toISOString() };
  return create(
    tx,
    transaction,
    reason ? { ...row, declineReason: reason } : row,
    machine("provider", m, "network"),
    context,
    reason ? "decline" : "authorise",
  );
}

/** The merchant categories of a card's trading range. */
export function codesOf({ data }: Pick<LifecycleContext["schemas"], "data">, card: Row): string[] {
  const range = (data.get("cardRange") ?? []).find((row) => row["code"] === card["tradingRange"]);
  return String(range?.["mcc"] ?? "")
    .split(" ")
    .filter((code) => code !== "");
}

/** Sends a 3-D Secure code for a purchase; the stored row. */
export async function sendCode(
  tx: Tx,
  context: LifecycleContext,
  m: string,
  { cardId, amount, merchant }: Purchase,
): Promise<Row> {
  const { schemas, clock } = context;
  const card = await load(tx, schemas.entity("card"), m, cardId);
  if (!card) throw new Error(`no card ${cardId}`);
  const code = schemas.entity("cardCode");
  const at = clock.now();
  const row = codeRow(card.data, { amount, merchant }, at, String(randomInt(1_000_000)).padStart(6, "0"));
  const id = `${code.number}${at}${randomInt(1_000_000)}`;
  return (await records(tx, schemas).insert(code, { m, id, row, at })).data;
}

/** A code as it is stored. */
export function codeRow(
  card: Row,
  { amount, merchant }: Pick<Purchase, "amount" | "merchant">,
  at: number,
  code: string,
): Row {
  return {
    cardId: card["id"],
    cardLabel: card["label"],
    number: card["number"],
    currency: card["currency"],
    merchant,
    amount,
    code,
    receivedAt: new Date(at).toISOString(),
    expiresAt: new Date(at + CODE_MS).toISOString(),
  };
}

function entities({ schemas }: Pick<LifecycleContext, "schemas">): [Entity, Entity] {
  const [card, transaction] = ["card", "cardTransaction"].map((name) => schemas.entities.get(name));
  if (!card || !transaction) throw new Error("the schemas have no cards");
  return [card, transaction];
}
