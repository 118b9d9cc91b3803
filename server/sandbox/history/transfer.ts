/** Money between the certified demo merchants, and balances cleared to the settlement account. */
import type { Entity, Row, Scope } from "../../../src/engine/index.ts";
import type { Actor } from "../../core/actor.ts";
import { create } from "../../lifecycle/create.ts";
import { partly } from "../../payments/facts/counterparty.ts";
import type { CascadedEvent } from "../../lifecycle/effects/cascade.ts";
import { recordNumber } from "../../lifecycle/number.ts";
import { DEMO_MERCHANTS } from "../demo.ts";
import { pick } from "../random.ts";
import { createBankReference } from "../bank-reference.ts";
import { replayStep, startPast, replay, type Past, type Step } from "../lifecycle-replay.ts";
import {
  loadActors,
  HISTORY_DAYS,
  HOUR,
  isWorkday,
  MINUTE,
  morningOf,
  type Actors,
  type HistoryPart,
  type HistoryBuilder,
} from "./history-builder.ts";

export const transfers: HistoryPart = { pasts, open: desk };

/** One transfer for so many CNY payments. */
const SHARE = 20;
const POSTSCRIPTS = ["货款分成", "仓储费", "代垫运费", "季度结算", "样品款"];

const partners = (own: string) =>
  DEMO_MERCHANTS.filter(
    ({ id, userStatus, opening }) => id !== own && userStatus === 1 && Object.keys(opening).length > 0,
  );

async function pasts(scene: HistoryBuilder): Promise<Past[]> {
  return [...(await paid(scene)), ...(await cleared(scene))];
}

/** Working days of the history, one moment each, in order. */
function moments({ random, now }: HistoryBuilder, count: number): number[] {
  const days = Array.from({ length: HISTORY_DAYS - 3 }, (_, index) => morningOf(now, HISTORY_DAYS - index)).filter(
    isWorkday,
  );
  return Array.from({ length: count }, () => pick(random, days) + HOUR + Math.floor(random() * 7 * 60) * MINUTE).sort(
    (a, b) => a - b,
  );
}

async function paid(scene: HistoryBuilder): Promise<Past[]> {
  const { schemas, merchant, random } = scene;
  const entity = schemas.entity("transfer");
  const [other] = partners(merchant.id);
  const count = Math.floor(merchant.payments / SHARE);
  if (!other || count === 0 || !merchant.opening["CNY"]) return [];
  const who = await loadActors(scene, entity, { currency: "CNY" });
  const counterparty = {
    found: true,
    number: other.id,
    name: partly(other.name),
    matches: true,
    certified: true,
    own: false,
  };
  const facts: Scope = { ...who.makerFacts, counterparty };
  const received = schemas.entity("transferIn");
  return moments(scene, count).flatMap((at) => {
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
    const id = recordNumber(entity.number ?? "", at);
    const past = startPast(entity, id, { ...own, ...entity.compute(own, facts) }, { actor: who.maker, at });
    const given = replayStep(past, { event: "apply", at, actor: who.maker, facts, input: {} });
    return [past, ...(received ? given.flatMap((one) => arrived(received, one, at)) : [])];
  });
}

/** What the other merchant has of it: a record of his own. */
function arrived(entity: Entity, { merchant, id, event, input }: CascadedEvent, at: number): Past[] {
  if (merchant === undefined) return [];
  const actor: Actor = {
    by: "record",
    tenant: merchant,
    grants: new Set(),
    userStatus: 1,
    lang: "zh",
    traceId: "demo",
  };
  return [
    replay(entity, id, { ...input, createdAt: new Date(at).toISOString() }, [
      { event, at, actor, facts: {}, input: {} },
    ]),
  ];
}

/** At the end of each month a part of two currencies goes to the first account. */
async function cleared(scene: HistoryBuilder): Promise<Past[]> {
  const { schemas, merchant, payees, now } = scene;
  const entity = schemas.entity("clearing");
  const [account] = payees;
  if (!account) return [];
  const found: Past[] = [];
  for (const daysAgo of [66, 36, 6]) {
    const at = morningOf(now, daysAgo) + 2 * HOUR;
    const batchNo = recordNumber("CB", at);
    for (const currency of Object.keys(merchant.opening).filter((code) => code === "CNY" || code === "USD")) {
      const who = await loadActors(scene, entity, { currency });
      found.push(
        clearing(entity, who, { account, batchNo, currency, amount: currency === "CNY" ? "8000.00" : "1200.00", at }),
      );
    }
  }
  return found;
}

interface Clearing {
  account: Row;
  batchNo: string;
  currency: string;
  amount: string;
  at: number;
}
function clearing(entity: Entity, who: Actors, { account, batchNo, currency, amount, at }: Clearing): Past {
  const copies = Object.fromEntries(
    Object.entries(entity.field("accountId").ref?.copies ?? {}).map(([name, theirs]) => [name, account[theirs]]),
  );
  const own: Row = {
    accountId: account["id"],
    ...copies,
    currency,
    amount,
    remark: "月末归集",
    createdAt: new Date(at).toISOString(),
  };
  const by = (event: string, when: number, actor: Actors["maker"], facts: Scope, input: Row = {}): Step => ({
    event,
    at: when,
    actor,
    facts,
    input,
  });
  return replay(entity, recordNumber(entity.number ?? "", at), { ...own, ...entity.compute(own, who.makerFacts) }, [
    by("apply", at, who.maker, who.makerFacts, { batchNo }),
    by("pass", at + 40 * MINUTE, who.checker, who.checkerFacts),
    by("sent", at + 41 * MINUTE, who.bank, who.makerFacts),
    by("paid", at + 70 * MINUTE, who.bank, who.makerFacts, { reference: createBankReference(at) }),
  ]);
}

/** Today's desk: one transfer above the limit waits for its review. */
async function desk(scene: HistoryBuilder): Promise<void> {
  const { tx, schemas, vocabulary, merchant, now } = scene;
  const entity = schemas.entity("transfer");
  const [other] = partners(merchant.id);
  if (!other || merchant.users.length < 2 || !merchant.opening["CNY"]) return;
  const { maker } = await loadActors(scene, entity, { currency: "CNY" });
  await create(
    tx,
    entity,
    {
      kind: "merchant",
      payee: other.id,
      currency: "CNY",
      amount: "56000.00",
      purpose: "project",
      postscript: "季度结算",
    },
    maker,
    { schemas, vocabulary, clock: { now: () => now - 3 * HOUR }, proved: "pay" },
  );
}
