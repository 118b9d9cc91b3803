/** Transfers between the certified demo merchants, and clearings to the settlement account. */
import { createRecordNumber } from "../../../lifecycle/order-number.ts";
import { maskName } from "../counterparty-fact.ts";
import { createBankReference } from "../../demo/bank-reference.ts";
import { DEMO_MERCHANTS, type DemoMerchant } from "../../demo/merchants.ts";
import { pick } from "../../../sandbox/random.ts";
import {
  drawMoments,
  findMorning,
  HISTORY_DAYS,
  HOUR,
  listMornings,
  MINUTE,
  Orders,
  type HistoryBuilder,
  type HistoryPart,
} from "../../demo/history-builder.ts";

export const transfers: HistoryPart = {
  async replay(builder) {
    await replayTransfers(builder);
    await replayClearings(builder);
  },
  /** Creates an open transfer above the amount from which transfers are reviewed. */
  async open(builder) {
    const other = findPartner(builder);
    if (!other || builder.merchant.users.length < 2) return;
    const orders = await Orders.open(builder, "transfer", { currency: "CNY" });
    const about = { kind: "merchant", payee: other.id, purpose: "project", postscript: "季度结算" };
    await orders.create({ ...about, currency: "CNY", amount: "56000.00" }, { hoursAgo: 3, proved: "pay" });
  },
};

/** Number of CNY payments per transfer. */
const SHARE = 20;
const POSTSCRIPTS = ["货款分成", "仓储费", "代垫运费", "季度结算", "样品款"];

/** Returns the merchant that a merchant with CNY transfers to. */
const findPartner = ({ merchant }: HistoryBuilder): DemoMerchant | undefined =>
  merchant.opening["CNY"] === undefined
    ? undefined
    : DEMO_MERCHANTS.find(
        ({ id, userStatus, opening }) => id !== merchant.id && userStatus === 1 && Object.keys(opening).length > 0,
      );

async function replayTransfers(builder: HistoryBuilder): Promise<void> {
  const { merchant, random, now } = builder;
  const other = findPartner(builder);
  const count = Math.floor(merchant.payments / SHARE);
  if (!other || count === 0) return;
  const orders = await Orders.open(builder, "transfer", { currency: "CNY" });
  const payee = { found: true, number: other.id, name: maskName(other.name), matches: true };
  const facts = { ...orders.facts.maker, counterparty: { ...payee, certified: true, own: false } };
  const days = listMornings(now, HISTORY_DAYS, HISTORY_DAYS - 3);
  for (const at of drawMoments(random, days, count, 7)) {
    const kind = random() < 0.3 ? "sameBank" : "merchant";
    const own = {
      kind,
      payee: other.id,
      ...(kind === "sameBank" ? { payeeName: other.name } : {}),
      currency: "CNY",
      amount: `${200 + Math.floor(random() * 2_800)}.${pick(random, ["00", "00", "50", "88"])}`,
      purpose: pick(random, ["office", "project", "remuneration"]),
      postscript: pick(random, POSTSCRIPTS),
    };
    orders.replay(own, [["maker", "apply", at]], facts);
  }
}

/** Replays month-end clearings of part of the CNY and USD balances to the first payee's account. */
async function replayClearings(builder: HistoryBuilder): Promise<void> {
  const { schemas, merchant, payees, now } = builder;
  const [account] = payees;
  if (!account) return;
  for (const daysAgo of [66, 36, 6]) {
    const at = findMorning(now, daysAgo) + 2 * HOUR;
    const batchNo = createRecordNumber({ ...schemas.entity("clearing"), number: "CB" }, at);
    for (const currency of Object.keys(merchant.opening).filter((code) => code === "CNY" || code === "USD")) {
      const orders = await Orders.open(builder, "clearing", { currency });
      const amount = currency === "CNY" ? "8000.00" : "1200.00";
      const to = { accountId: account["id"], ...orders.copy("accountId", account) };
      orders.replay({ ...to, currency, amount, remark: "月末归集" }, [
        ["maker", "apply", at, { batchNo }],
        ["checker", "pass", at + 40 * MINUTE],
        ["bank", "sent", at + 41 * MINUTE],
        ["bank", "paid", at + 70 * MINUTE, { reference: createBankReference(at) }],
      ]);
    }
  }
}
