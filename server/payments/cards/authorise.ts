/** Authorises or declines card purchases by the card's state, balance, limits and trading range. */
import { Decimal, type Row } from "@portolan/engine";
import { formatDayInChina } from "../../../src/payments/time.ts";
import { createSystemActor } from "../../lifecycle/clock-events.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { create } from "../../lifecycle/create.ts";
import { load } from "../../lifecycle/store.ts";
import type { Tx } from "../../store/database.ts";

export interface Purchase {
  cardId: string;
  amount: string;
  merchant: string;
  /** Merchant category code. If omitted, the purchase is considered within the card's trading range. */
  mcc?: string;
}

/**
 * Returns why a purchase is declined, or undefined if it is authorised. `codes`: merchant category codes in the card's
 * trading range. An empty list allows all of them.
 */
export function findDeclineReason(
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
  if (codes.length > 0 && purchase.mcc !== undefined && !codes.includes(purchase.mcc)) return "tradingRange";
  if (over("singleLimit", zero)) return "singleLimit";
  if (over("dayLimit", card["dayOf"] === today ? figure("dayUsed") : zero)) return "dayLimit";
  if (over("monthLimit", card["monthOf"] === today.slice(0, 7) ? figure("monthUsed") : zero)) return "monthLimit";
  if (over("limit", figure("totalAuthorised"))) return "limit";
  return amount.cmp(figure("balance")) > 0 ? "insufficient" : undefined;
}

/** Returns the merchant category codes in a card's trading range. An empty list allows all of them. */
export function readRangeCodes({ data }: Pick<LifecycleContext["schemas"], "data">, card: Row): string[] {
  const range = (data.get("cardRange") ?? []).find((row) => row["code"] === card["tradingRange"]);
  return String(range?.["mcc"] ?? "")
    .split(" ")
    .filter((code) => code !== "");
}

/**
 * Stores a purchase as authorised or declined. `reason`: the issuer's reason to decline, which overrides the card's own
 * checks.
 *
 * @throws Error when the card does not exist, or the schemas have no cards
 */
export async function authorise(
  tx: Tx,
  context: LifecycleContext,
  { tenant, ...purchase }: Purchase & { tenant: string },
  reason?: string,
): Promise<Row> {
  const { schemas, clock } = context;
  const [card, transaction] = ["card", "cardTransaction"].map((name) => schemas.entities.get(name));
  if (!card || !transaction) throw new Error("the schemas have no cards");
  const stored = await load(tx, card, tenant, purchase.cardId);
  if (!stored) throw new Error(`no card ${purchase.cardId}`);
  const declineReason =
    reason ??
    findDeclineReason(stored.data, purchase, formatDayInChina(clock.now()), readRangeCodes(schemas, stored.data));
  return create(
    tx,
    {
      entity: transaction,
      input: {
        ...purchase,
        createdAt: new Date(clock.now()).toISOString(),
        ...(declineReason === undefined ? {} : { declineReason }),
      },
      actor: createSystemActor("provider", tenant, "network"),
      event: declineReason === undefined ? "authorise" : "decline",
    },
    context,
  );
}
