/** Transfers between the certified demo merchants, and clearings to the settlement account. */
import { computeRecord } from "../../../src/engine/index.ts";
import type { Entity, Row, Scope } from "../../../src/engine/index.ts";
import type { Actor } from "../../core/actor.ts";
import { create } from "../../lifecycle/create.ts";
import type { CascadedEvent } from "../../lifecycle/effect-handlers/cascade.ts";
import { createRecordNumber } from "../../lifecycle/order-number.ts";
import { maskName } from "../../payments/facts/counterparty.ts";
import { createBankReference } from "../bank-reference.ts";
import { DEMO_MERCHANTS } from "../demo.ts";
import { replay, replayStep, startReplay, type ReplayedRecord } from "../lifecycle-replay.ts";
import { pick } from "../random.ts";
import {
  buildContextAt,
  copyReferenced,
  drawMoments,
  HISTORY_DAYS,
  HOUR,
  listMornings,
  loadActors,
  MINUTE,
  findMorning,
  createSteps,
  type Actors,
  type HistoryBuilder,
  type HistoryPart,
} from "./history-builder.ts";

export const transfers: HistoryPart = { replayed: replayAll, open: createOpenTransfer };

/** Number of CNY payments per transfer. */
const SHARE = 20;
const POSTSCRIPTS = ["货款分成", "仓储费", "代垫运费", "季度结算", "样品款"];

const listPartners = (own: string) =>
  DEMO_MERCHANTS.filter(
    ({ id, userStatus, opening }) => id !== own && userStatus === 1 && Object.keys(opening).length > 0,
  );

async function replayAll(builder: HistoryBuilder): Promise<ReplayedRecord[]> {
  return [...(await replayTransfers(builder)), ...(await replayClearings(builder))];
}

async function replayTransfers(builder: HistoryBuilder): Promise<ReplayedRecord[]> {
  const { schemas, merchant, random, now } = builder;
  const entity = schemas.entity("transfer");
  const [other] = listPartners(merchant.id);
  const count = Math.floor(merchant.payments / SHARE);
  if (!other || count === 0 || !merchant.opening["CNY"]) return [];
  const { maker, makerFacts } = await loadActors(builder, entity, { currency: "CNY" });
  const counterparty = {
    found: true,
    number: other.id,
    name: maskName(other.name),
    matches: true,
    certified: true,
    own: false,
  };
  const facts: Scope = { ...makerFacts, counterparty };
  const received = schemas.entity("transferIn");
  const days = listMornings(now, HISTORY_DAYS, HISTORY_DAYS - 3);
  return drawMoments(random, days, count, 7).flatMap((at) => {
    const kind = random() < 0.3 ? "sameBank" : "merchant";
    const own: Row = {
      kind,
      payee: other.id,
      ...(kind === "sameBank" ? { payeeName: other.name } : {}),
      currency: "CNY",
      amount: `${200 + Math.floor(random() * 2_800)}.${pick(random, ["00", "00", "50", "88"])}`,
      purpose: pick(random, ["office", "project", "remuneration"]),
      postscript: pick(random, POSTSCRIPTS),
      createdAt: new Date(at).toISOString(),
    };
    const id = createRecordNumber(entity, at);
    const replayed = startReplay(entity, id, { ...own, ...computeRecord(entity, own, facts) }, { actor: maker, at });
    const cascaded = replayStep(replayed, createSteps(maker, facts)("apply", at));
    return [replayed, ...cascaded.flatMap((event) => replayReceived(received, event, at))];
  });
}

/** Replays the record of a received transfer for the receiving merchant. */
function replayReceived(entity: Entity, { tenant, id, event, input }: CascadedEvent, at: number): ReplayedRecord[] {
  if (tenant === undefined) return [];
  const actor: Actor = {
    by: "record",
    tenant,
    grants: new Set(),
    userStatus: 1,
    lang: "zh",
    traceId: "demo",
  };
  return [replay(entity, id, { ...input, createdAt: new Date(at).toISOString() }, [createSteps(actor, {})(event, at)])];
}

/** Replays month-end clearings of part of the CNY and USD balances to the first payee's account. */
async function replayClearings(builder: HistoryBuilder): Promise<ReplayedRecord[]> {
  const { schemas, merchant, payees, now } = builder;
  const entity = schemas.entity("clearing");
  const [account] = payees;
  if (!account) return [];
  const replayed: ReplayedRecord[] = [];
  for (const daysAgo of [66, 36, 6]) {
    const at = findMorning(now, daysAgo) + 2 * HOUR;
    const batchNo = createRecordNumber({ ...entity, number: "CB" }, at);
    for (const currency of Object.keys(merchant.opening).filter((code) => code === "CNY" || code === "USD")) {
      const actors = await loadActors(builder, entity, { currency });
      const own: Row = {
        accountId: account["id"],
        ...copyReferenced(entity, "accountId", account),
        currency,
        amount: currency === "CNY" ? "8000.00" : "1200.00",
        remark: "月末归集",
        createdAt: new Date(at).toISOString(),
      };
      replayed.push(replayClearing(entity, actors, { own, batchNo, at }));
    }
  }
  return replayed;
}

function replayClearing(
  entity: Entity,
  { maker, makerFacts, checker, checkerFacts, bank }: Actors,
  { own, batchNo, at }: { own: Row; batchNo: string; at: number },
): ReplayedRecord {
  const byBank = createSteps(bank, makerFacts);
  return replay(entity, createRecordNumber(entity, at), { ...own, ...computeRecord(entity, own, makerFacts) }, [
    createSteps(maker, makerFacts)("apply", at, { batchNo }),
    createSteps(checker, checkerFacts)("pass", at + 40 * MINUTE),
    byBank("sent", at + 41 * MINUTE),
    byBank("paid", at + 70 * MINUTE, { reference: createBankReference(at) }),
  ]);
}

/** Creates an open transfer above the amount from which transfers are reviewed. */
async function createOpenTransfer(builder: HistoryBuilder): Promise<void> {
  const { tx, schemas, merchant } = builder;
  const entity = schemas.entity("transfer");
  const [other] = listPartners(merchant.id);
  if (!other || merchant.users.length < 2 || !merchant.opening["CNY"]) return;
  const { maker } = await loadActors(builder, entity, { currency: "CNY" });
  const input = {
    kind: "merchant",
    payee: other.id,
    currency: "CNY",
    amount: "56000.00",
    purpose: "project",
    postscript: "季度结算",
  };
  await create(tx, { entity, input, actor: maker }, buildContextAt(builder, 3, "pay"));
}
