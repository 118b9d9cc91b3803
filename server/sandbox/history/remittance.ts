/** Remittances with the ways that they can end, and today's desk; a few a month, as small exporters have them. */
import { randomUUID } from "node:crypto";
import type { Entity, Row, Scope } from "../../../src/engine/index.ts";
import { create } from "../../lifecycle/create.ts";
import { loadFacts } from "../../lifecycle/facts.ts";
import { recordNumber } from "../../lifecycle/number.ts";
import { addWorkingDays } from "../working-days.ts";
import { pick } from "../random.ts";
import { createBankReference } from "../bank-reference.ts";
import { replay, type Past, type Step } from "../lifecycle-replay.ts";
import { parties, type Parties } from "./parties.ts";
import {
  loadActors,
  DAY,
  HISTORY_DAYS,
  HOUR,
  isWorkday,
  MINUTE,
  morningOf,
  type Actors,
  type HistoryPart,
  type HistoryBuilder,
} from "./history-builder.ts";

export const remittance: HistoryPart = { pasts, open: openOrders };

const PURPOSES = ["project", "office", "remuneration", "currentSettlement"];
/** Orders of a merchant with two people, and of one who is alone. */
const ORDERS = { team: 26, sole: 8 };

async function pasts(scene: HistoryBuilder): Promise<Past[]> {
  const entity = scene.schemas.entity("remittance");
  const known = await parties(scene);
  if (known.payees.length === 0) return [];
  const { merchant, random, now } = scene;
  const who = await loadActors(scene, entity);
  const workdays = Array.from({ length: HISTORY_DAYS - 8 }, (_, index) =>
    morningOf(now, HISTORY_DAYS - 4 - index),
  ).filter(isWorkday);
  const times = Array.from(
    { length: merchant.users.length > 1 ? ORDERS.team : ORDERS.sole },
    () => pick(random, workdays) + HOUR + Math.floor(random() * 5 * 60) * MINUTE,
  ).sort((a, b) => a - b);
  const orders: Past[] = [];
  for (const at of times) orders.push(await order(scene, entity, who, known, at));
  // Parties come first: each past's rows are written entity by entity.
  return [
    ...known.payers,
    ...known.payees.map(({ currencies: _currencies, ...past }) => past),
    ...known.others,
    ...orders,
  ];
}

/** An order's own fields, in a currency that the merchant holds and the payee takes. */
function filled(
  { merchant, random }: HistoryBuilder,
  { payers, payees }: Pick<Parties, "payers" | "payees">,
  number: string,
  ending = "00",
): Row {
  const possible = payees.flatMap((payee) =>
    payee.currencies
      .filter((currency) => (merchant.opening[currency] ?? 0) >= 8_000)
      .map((currency) => ({ payee, currency })),
  );
  const { payee, currency } = pick(random, possible);
  const whole = Math.max(60, Math.floor((merchant.opening[currency] ?? 0) * (0.004 + random() * 0.012)));
  const yen = currency === "JPY";
  return {
    payerId: payers[0]!.id,
    payeeId: payee.id,
    currency,
    amount: yen ? String(Math.max(10_000, whole - (whole % 100)) + Number(ending)) : `${whole}.${ending}`,
    feeBearing: random() < 0.7 ? "SHA" : "OUR",
    purpose: pick(random, PURPOSES),
    contractNo: `INV-2026-${number}`,
    postscript: `Invoice INV-2026-${number}`,
  };
}

const factsFor = (
  { tx, schemas, vocabulary, now }: HistoryBuilder,
  entity: Entity,
  who: Actors,
  record: Row,
): Promise<Scope> =>
  loadFacts({ db: tx, schemas, vocabulary, clock: { now: () => now }, actor: who.maker, entity, record });

async function order(scene: HistoryBuilder, entity: Entity, who: Actors, known: Parties, at: number): Promise<Past> {
  const { random, now } = scene;
  const own = filled(scene, known, String(1000 + Math.floor(random() * 9000)));
  const facts = await factsFor(scene, entity, who, own);
  const [payer, payee] = [known.payers[0]!.data, known.payees.find(({ id }) => id === own["payeeId"])!.data];
  const copied = (field: string, from: Row) =>
    Object.fromEntries(
      Object.entries(entity.field(field).ref!.copies).flatMap(([name, theirs]) =>
        from[theirs] === undefined ? [] : [[name, from[theirs]]],
      ),
    );
  const draft: Row = {
    ...own,
    ...copied("payerId", payer),
    ...copied("payeeId", payee),
    createdAt: new Date(at).toISOString(),
  };
  const record = { ...draft, ...entity.compute(draft, facts) };
  const reviewed = at + Math.floor(30 + random() * 200) * MINUTE;
  const credited = addWorkingDays(reviewed, 1) + Math.floor(random() * 5 * 60) * MINUTE;
  const step = (event: string, when: number, actor: Step["actor"], input: Row = {}): Step => ({
    event,
    at: when,
    actor,
    facts,
    input,
  });
  const begun = [
    step("apply", at, who.maker),
    ...(scene.merchant.users.length > 1 ? [step("opened", reviewed - 5 * MINUTE, who.checker)] : []),
  ];
  const sent = [
    ...begun,
    step("pass", reviewed, who.checker),
    step("sent", reviewed + 2 * MINUTE, who.bank, { reference: createBankReference(reviewed), uetr: randomUUID() }),
  ];
  const paid = [...sent, step("paid", credited, who.bank)];
  const charge = own["currency"] === "JPY" ? "1500" : "15.00";
  const back = addWorkingDays(credited, 2);
  const chance = random();
  const steps =
    chance < 0.08
      ? [...begun, step("reject", reviewed, who.checker, { reason: pick(random, ["合同金额不符", "收款人有误"]) })]
      : chance < 0.14
        ? [...begun, step("cancel", reviewed + MINUTE, who.maker)]
        : chance < 0.22
          ? [
              ...begun,
              step("pass", reviewed, who.checker),
              step("refused", reviewed + HOUR, who.bank, { reason: "BE01 NAME DOES NOT MATCH ACCOUNT" }),
            ]
          : chance < 0.3
            ? [...sent, step("bounced", credited, who.bank, { reason: "XB01", correspondentCharge: charge })]
            : chance < 0.36 && back < now - DAY
              ? [...paid, step("returned", back, who.bank, { reason: "MS03", correspondentCharge: charge })]
              : paid;
  return replay(entity, recordNumber(entity.number ?? "", at), record, steps);
}

/** Today's desk: orders that wait for the checker. */
async function openOrders(scene: HistoryBuilder): Promise<void> {
  const { tx, schemas, vocabulary, merchant, now } = scene;
  const [entity, payer, payee] = ["remittance", "payer", "remitPayee"].map((name) => schemas.entities.get(name));
  if (!entity || !payer || !payee || merchant.payments === 0) return;
  const ids = async (table: string) =>
    await tx.query<{ id: string; data: Row }>(`SELECT id, data FROM ${table} WHERE m = $1 ORDER BY id`, [merchant.id]);
  const payers = (await ids("e_payer")).filter(({ data }) => data["type"] === "01") as unknown as Past[];
  const payees = (await ids("e_remit_payee")).map((row) => ({
    ...row,
    currencies: ["USD"],
  })) as unknown as Parties["payees"];
  const who = await loadActors(scene, entity);
  for (let index = 0; index < (merchant.users.length > 1 ? 3 : 1); index++) {
    const context = {
      schemas,
      vocabulary,
      clock: { now: () => now - (6 - index * 2) * HOUR },
      proved: "pay+totp" as const,
    };
    await create(
      tx,
      entity,
      filled(scene, { payers, payees }, `77${index}1`, ["00", "40", "70"][index]),
      who.maker,
      context,
    );
  }
}
