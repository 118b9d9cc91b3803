/**
 * Describes what a failed step did to the money, based on the ledger's postings: the returned amount and whether a fee
 * was kept, or "nothing was debited" if there are no postings for an order that can debit a balance.
 */
import { Decimal, interpolate, groupThousands, type Entity, type Lang, type Row } from "@portolan/engine";
import en from "../../../locales/en/money.json";
import zh from "../../../locales/zh/money.json";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import type { OrderStep } from "../../lifecycle/context.ts";
import type { Queries } from "../../store/database.ts";

const texts: Record<Lang, typeof en> = { zh, en };

/** Change of one account by one step of an order, in minor units. */
interface Change {
  step: string;
  name: string;
  currency: string;
  amount: string;
}

/** Reads how each step of the order changed each of the accounts, including house accounts such as `fee`. */
const readChanges = (db: Queries, tenant: string, entity: Entity, id: string): Promise<Change[]> =>
  db.query<Change>(
    `SELECT t.step, p.name, p.currency, CAST(SUM(p.amount) AS text) AS amount FROM ledger_txn t JOIN ledger_posting p ON p.m = t.m AND p.txn_id = t.id
      WHERE t.m = $1 AND t.order_kind = $2 AND t.order_id = $3 GROUP BY t.step, p.name, p.currency ORDER BY t.step, p.currency`,
    [tenant, entity.name, id],
  );

/** Returns whether the order's lifecycle can debit an available balance. */
const canDebit = ({ lifecycle }: Entity): boolean =>
  lifecycle?.transitions.some(
    ({ money }) => money !== undefined && "lines" in money && money.lines.some(({ from }) => from === "avail"),
  ) === true;

/**
 * Describes the money of a step in both languages. Returns undefined if the step returned none of the order's money, or
 * if the order has no postings and its lifecycle cannot debit a balance.
 */
export async function describeMoney(
  db: Queries,
  { tenant, entity, id, step, record }: OrderStep,
): Promise<Record<Lang, string> | undefined> {
  const all = await readChanges(db, tenant, entity, id);
  if (all.length === 0) return canDebit(entity) ? addFullStops(translate("nothing", {})) : undefined;
  const own = all.filter((change) => change.step === step);
  const back = formatAmounts(
    entity,
    own.filter(({ name, amount }) => name === "avail" && BigInt(amount) > 0n),
  );
  if (back !== "")
    return addFullStops(joinTexts(translate("back", { amount: back }), describeFee(entity, all, record)));
  const returned = formatAmounts(
    entity,
    own
      .filter(({ name, amount }) => name === "in" && BigInt(amount) < 0n)
      .map((change) => ({ ...change, amount: change.amount.slice(1) })),
  );
  return returned === "" ? undefined : addFullStops(translate("returned", { amount: returned }));
}

/** Describes whether the fee was kept, or undefined for a record without a fee. */
function describeFee(entity: Entity, all: readonly Change[], { fee }: Row): Record<Lang, string> | undefined {
  if (typeof fee !== "string" || Decimal.of(fee).cmp(Decimal.of("0")) <= 0) return undefined;
  const kept = new Map<string, bigint>();
  for (const { name, currency, amount } of all)
    if (name === "fee") kept.set(currency, (kept.get(currency) ?? 0n) + BigInt(amount));
  const left = formatAmounts(
    entity,
    [...kept]
      .filter(([, amount]) => amount > 0n)
      .map(([currency, amount]) => ({ step: "", name: "fee", currency, amount: String(amount) })),
  );
  return left === "" ? translate("noFee", {}) : translate("feeKept", { amount: left });
}

function formatAmounts(entity: Entity, changes: readonly Change[]): string {
  return changes
    .map(
      ({ currency, amount }) =>
        `${groupThousands(fromMinor(BigInt(amount), findDigits(currency, entity.minorUnits)))}\u00a0${currency}`,
    )
    .join(" + ");
}

const translate = (key: keyof typeof en, params: Record<string, string>): Record<Lang, string> => ({
  zh: interpolate(texts.zh[key], params),
  en: interpolate(texts.en[key], params),
});
function joinTexts(first: Record<Lang, string>, second: Record<Lang, string> | undefined): Record<Lang, string> {
  return second ? { zh: `${first.zh}，${second.zh}`, en: `${first.en}; ${second.en}` } : first;
}
const addFullStops = ({ zh: chinese, en: english }: Record<Lang, string>): Record<Lang, string> => ({
  zh: `${chinese}。`,
  en: `${english}.`,
});
