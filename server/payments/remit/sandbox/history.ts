/** Remittances with all possible outcomes, and open ones: a few a month, as usual for small exporters. */
import { randomUUID } from "node:crypto";
import { getTableName, type Row } from "@portolan/engine";
import { addWorkingDays } from "../../rates/working-days.ts";
import { createBankReference } from "../../demo/bank-reference.ts";
import { pick } from "../../../sandbox/random.ts";
import {
  DAY,
  drawMoments,
  HISTORY_DAYS,
  HOUR,
  listMornings,
  MINUTE,
  Orders,
  type Event,
  type HistoryBuilder,
  type HistoryPart,
} from "../../demo/history-builder.ts";
import { replayParties } from "./parties.ts";

const PURPOSES = ["goods", "goods", "services", "remuneration"];
/** Number of orders of a merchant with two users, and of one with a single user. */
const ORDERS = { team: 26, sole: 8 };
/** Last digits of the amounts of open orders. The simulated bank pays them, requests documents, or raises the fee. */
const OPEN_CENTS = ["00", "40", "70"];

export const remittance: HistoryPart = {
  async replay(builder) {
    const { merchant, random, now } = builder;
    if (merchant.payments === 0) return;
    const { company, payees } = await replayParties(builder);
    const orders = await Orders.open(builder, "remittance");
    const days = listMornings(now, HISTORY_DAYS - 4, HISTORY_DAYS - 8);
    for (const at of drawMoments(random, days, merchant.users.length > 1 ? ORDERS.team : ORDERS.sole, 5)) {
      const choices = payees.map(({ replayed: { id }, currencies }) => ({ payeeId: id, currencies }));
      const input = drawRemittance(builder, choices, String(1000 + Math.floor(random() * 9000)));
      const payee = payees.find(({ replayed }) => replayed.id === input.payeeId)?.replayed.data ?? {};
      const own = { ...input, payerId: company.id };
      // The payee is not stored yet, but was approved before its first payment.
      const facts = { ...(await orders.loadFacts(own, now)), payee: { status: "passed", unchanged: true } };
      const copied = { ...orders.copy("payerId", company.data), ...orders.copy("payeeId", payee) };
      orders.replay({ ...own, ...copied }, drawEvents(builder, input.currency, at), facts);
    }
  },
  /** Creates today's orders. They await review if the merchant has two users. */
  async open(builder) {
    const { tx, schemas, merchant } = builder;
    if (merchant.payments === 0) return;
    const listIds = async (entity: "payer" | "remitPayee", where = "true"): Promise<string[]> =>
      (
        await tx.query(`SELECT id FROM ${getTableName(schemas.entity(entity))} WHERE m = $1 AND ${where} ORDER BY id`, [
          merchant.id,
        ])
      ).map(({ id }) => id);
    const [payerId] = await listIds("payer", "data ->> 'type' = '01'");
    const payees = (await listIds("remitPayee")).map((payeeId) => ({ payeeId, currencies: ["USD"] }));
    const orders = await Orders.open(builder, "remittance");
    for (const [index, cents] of (merchant.users.length > 1 ? OPEN_CENTS : OPEN_CENTS.slice(0, 1)).entries()) {
      const input = { ...drawRemittance(builder, payees, `77${index}1`, cents), payerId };
      await orders.create(input, { hoursAgo: 6 - index * 2, proved: "pay+totp" });
    }
  },
};

/** Draws the fields that a user fills in. The currency is one that the merchant holds and the payee accepts. */
function drawRemittance(
  { merchant, random }: HistoryBuilder,
  payees: readonly { payeeId: string; currencies: readonly string[] }[],
  number: string,
  cents = "00",
): Row & Record<"payeeId" | "currency", string> {
  const possible = payees.flatMap(({ payeeId, currencies }) =>
    currencies.filter((code) => (merchant.opening[code] ?? 0) >= 8_000).map((currency) => ({ payeeId, currency })),
  );
  const { payeeId, currency } = pick(random, possible);
  const whole = Math.max(60, Math.floor((merchant.opening[currency] ?? 0) * (0.004 + random() * 0.012)));
  const yen = String(Math.max(10_000, whole - (whole % 100)) + Number(cents));
  return {
    payeeId,
    currency,
    amount: currency === "JPY" ? yen : `${whole}.${cents}`,
    feeBearing: random() < 0.7 ? "SHA" : "OUR",
    purpose: pick(random, PURPOSES),
    contractNo: `INV-2026-${number}`,
    postscript: `Invoice INV-2026-${number}`,
  };
}

/** Draws how a remittance ends: paid, or rejected, cancelled, refused, bounced or returned. */
function drawEvents({ random, now, merchant }: HistoryBuilder, currency: string, at: number): Event[] {
  const reviewed = at + Math.floor(30 + random() * 200) * MINUTE;
  const credited = addWorkingDays(reviewed, 1) + Math.floor(random() * 5 * 60) * MINUTE;
  const opened: Event[] = merchant.users.length > 1 ? [["checker", "opened", reviewed - 5 * MINUTE]] : [];
  const begun: Event[] = [["maker", "apply", at], ...opened];
  const passed: Event[] = [...begun, ["checker", "pass", reviewed]];
  const reference = createBankReference(reviewed);
  const sent: Event[] = [...passed, ["bank", "sent", reviewed + 2 * MINUTE, { reference, uetr: randomUUID() }]];
  const paid: Event[] = [...sent, ["bank", "paid", credited]];
  const correspondentCharge = currency === "JPY" ? "1500" : "15.00";
  const back = addWorkingDays(credited, 2);
  const chance = random();
  if (chance < 0.08)
    return [...begun, ["checker", "reject", reviewed, { reason: pick(random, ["合同金额不符", "收款人有误"]) }]];
  if (chance < 0.14) return [...begun, ["maker", "cancel", reviewed + MINUTE]];
  if (chance < 0.22)
    return [...passed, ["bank", "refused", reviewed + HOUR, { reason: "BE01 NAME DOES NOT MATCH ACCOUNT" }]];
  if (chance < 0.3) return [...sent, ["bank", "bounced", credited, { reason: "XB01", correspondentCharge }]];
  if (chance < 0.36 && back < now - DAY)
    return [...paid, ["bank", "returned", back, { reason: "MS03", correspondentCharge }]];
  return paid;
}
