/** About ninety days of life for the demo merchants, made by the real lifecycle and the real ledger. */
import type { Entity, Row, Scope } from "../../src/engine/index.ts";
import type { Actor } from "../actor.ts";
import { machine } from "../jobs/clock-events.ts";
import { digitsOf } from "../ledger/minor.ts";
import type { Entry } from "../ledger/post.ts";
import { loadFacts } from "../lifecycle/contexts.ts";
import { create } from "../lifecycle/create.ts";
import { fire } from "../lifecycle/fire.ts";
import { recordNumber } from "../lifecycle/number.ts";
import { factScope } from "../lifecycle/values.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Tx } from "../store/database.ts";
import { bankReference } from "./bank.ts";
import { addWorkingDays } from "./days.ts";
import { DEMO_BUYERS, DEMO_REMARKS, type DemoMerchant } from "./demo.ts";
import { usernameOf } from "./people.ts";
import { pick } from "./random.ts";
import { walk, writePasts, type Past, type Step } from "./walk.ts";

/** Days of history. */
export const HISTORY_DAYS = 90;
const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

interface Scene { tx: Tx; schemas: Schemas; merchant: DemoMerchant; payees: readonly Row[]; random: () => number; now: number }

/** Opening balances, money coming in, and payments with every way that they can end. */
export async function seedHistory(scene: Scene): Promise<void> {
  const entity = scene.schemas.entities.get("withdrawal");
  const entries = [...opening(scene), ...deposits(scene)];
  const pasts = entity && scene.payees.length > 0 ? await payments(scene, entity) : [];
  await writePasts(scene.tx, pasts, entries);
  if (entity && scene.payees.length > 0) await openOrders(scene, entity);
}

/** Half past eight in China of a day in the past. */
function morning(now: number, daysAgo: number): number {
  const local = now + 8 * HOUR - daysAgo * DAY;
  return local - (local % DAY) + 8.5 * HOUR - 8 * HOUR;
}
const isWorkday = (at: number) => ![0, 6].includes(new Date(at + 8 * HOUR).getUTCDay());

function opening({ merchant, schemas, now }: Scene): Entry[] {
  const at = morning(now, HISTORY_DAYS + 1);
  return Object.entries(merchant.opening).map(([currency, whole]) => ({
    m: merchant.id, kind: "opening", order: { kind: "opening", id: recordNumber("OB", at) }, step: currency, at, remark: "期初余额",
    lines: [{ from: "nostro" as const, to: "avail" as const, currency, amount: BigInt(whole) * 10n ** BigInt(digits(schemas, currency)) }],
  }));
}
const digits = (schemas: Schemas, currency: string) =>
  digitsOf(currency, Object.fromEntries((schemas.data.get("currency") ?? []).map((row) => [String(row["code"]), Number(row["minorUnits"])])));

/** Each currency comes in on its own rhythm; CNY every week, so that payments are always covered. */
function deposits({ merchant, schemas, random, now }: Scene): Entry[] {
  const found: Entry[] = [];
  for (const [currency, whole] of Object.entries(merchant.opening)) {
    const every = currency === "CNY" ? 7 : 3 + Math.floor(random() * 4);
    for (let daysAgo = HISTORY_DAYS; daysAgo >= 2; daysAgo -= every) {
      const at = morning(now, daysAgo) + Math.floor(random() * 20) * MINUTE;
      const units = Math.floor(whole * (currency === "CNY" ? 0.17 + random() * 0.08 : 0.01 + random() * 0.05));
      const cents = BigInt(units) * 10n ** BigInt(digits(schemas, currency)) + (digits(schemas, currency) ? BigInt(Math.floor(random() * 100)) : 0n);
      found.push({
        m: merchant.id, kind: "book", order: { kind: "recharge", id: recordNumber("RC", at) }, step: "book", at, remark: pick(random, DEMO_BUYERS),
        lines: [{ from: "nostro", to: "avail", currency, amount: cents }],
      });
    }
  }
  return found;
}

interface Cast { maker: Actor; makerFacts: Scope; checker: Actor; checkerFacts: Scope; bank: Actor }

async function cast({ tx, schemas, merchant, now }: Scene, entity: Entity): Promise<Cast> {
  const person = async (index: number): Promise<[Actor, Scope]> => {
    const at = Math.min(index, merchant.users.length - 1);
    const username = usernameOf(merchant.users[at]!.username);
    const [row] = await tx.query<{ id: string; grants: string[] }>("SELECT id, grants FROM portal_user WHERE username = $1", [username]);
    const actor: Actor = { by: "merchant", merId: merchant.id, userId: row!.id, username, grants: new Set(row!.grants), userStatus: merchant.userStatus, lang: "zh", traceId: "demo" };
    return [actor, factScope(entity, await loadFacts({ db: tx, schemas, clock: { now: () => now }, actor, entity, record: {} }))];
  };
  const [[maker, makerFacts], [checker, checkerFacts]] = [await person(0), await person(1)];
  return { maker, makerFacts, checker, checkerFacts, bank: machine("provider", merchant.id, "demo") };
}

async function payments(scene: Scene, entity: Entity): Promise<Past[]> {
  const { merchant, random, now } = scene;
  const who = await cast(scene, entity);
  const workdays = Array.from({ length: HISTORY_DAYS - 2 }, (_, index) => morning(now, HISTORY_DAYS - index)).filter(isWorkday);
  const times = Array.from({ length: merchant.payments }, () => pick(random, workdays) + HOUR + Math.floor(random() * 6 * 60) * MINUTE).sort((a, b) => a - b);
  return times.map((at) => payment(scene, entity, who, at));
}

/** A payment's own fields as a person fills them in. */
function filled({ payees, random }: Scene, ending?: string): Row {
  const payee = pick(random, payees);
  const whole = 2_000 + Math.floor(random() ** 3 * 60_000);
  const remark = pick(random, DEMO_REMARKS);
  return { accountId: payee["id"], amount: `${whole}.${ending ?? pick(random, ["00", "00", "00", "35", "68", "90"])}`, ...(remark ? { remark } : {}) };
}

function payment(scene: Scene, entity: Entity, who: Cast, at: number): Past {
  const { random, payees, now } = scene;
  const own = filled(scene);
  const payee = payees.find((row) => row["id"] === own["accountId"])!;
  const copies = Object.fromEntries(Object.entries(entity.field("accountId").ref?.copies ?? {}).map(([name, theirs]) => [name, payee[theirs]]));
  const draft: Row = { ...own, ...copies, createdAt: new Date(at).toISOString() };
  const record = { ...draft, ...entity.compute(draft, who.makerFacts) };
  const reviewed = at + Math.floor(20 + random() * 150) * MINUTE;
  const sent = reviewed + MINUTE;
  const answered = sent + Math.floor(4 + random() * 80) * MINUTE;
  const maker = (event: string, when: number, input: Row = {}): Step => ({ event, at: when, actor: who.maker, facts: who.makerFacts, input });
  const checker = (event: string, when: number, input: Row = {}): Step => ({ event, at: when, actor: who.checker, facts: who.checkerFacts, input });
  const bank = (event: string, when: number, input: Row = {}): Step => ({ event, at: when, actor: who.bank, facts: who.makerFacts, input });
  const paid = [maker("apply", at), checker("pass", reviewed), bank("sent", sent), bank("paid", answered, { reference: bankReference(answered) })];
  const chance = random();
  const back = addWorkingDays(answered, 2);
  const steps =
    chance < 0.04 ? [maker("apply", at), checker("reject", reviewed, { reason: pick(random, ["金额与合同不符", "收款人有误", "重复付款"]) })]
    : chance < 0.07 ? [maker("apply", at), maker("cancel", at + 7 * MINUTE)]
    : chance < 0.11 ? [...paid.slice(0, 3), bank("refused", answered, { reason: pick(random, ["AC04 收款账户已销户 / account closed", "BE01 户名与账号不符 / name does not match the account"]) })]
    : chance < 0.125 && back < now - 2 * DAY ? [...paid, bank("returned", back, { reason: "收款行退回 / returned by the payee's bank" })]
    : paid;
  return walk(entity, recordNumber(entity.number ?? "", at), record, steps);
}

/** Today's desk: some orders to review, one at the bank whose answer is awaited. By the executor itself, at their own time. */
async function openOrders(scene: Scene, entity: Entity): Promise<void> {
  const { tx, schemas, now } = scene;
  const who = await cast(scene, entity);
  const at = (hoursAgo: number) => ({ schemas, clock: { now: () => now - hoursAgo * HOUR }, proved: "pay+totp" as const });
  const count = scene.merchant.users.length > 1 ? 3 : 1;
  for (let index = 0; index < count; index++) await create(tx, entity, filled(scene, "00"), who.maker, at(20 - index * 3));
  const waiting = await create(tx, entity, filled(scene, "10"), who.maker, at(9));
  const id = String(waiting[entity.key]);
  await fire(tx, entity, id, "pass", who.checker, {}, { ...at(8) });
  await fire(tx, entity, id, "sent", who.bank, {}, at(7.9));
  // The script of an amount that ends in .10 has begun here already: the job that the review left would begin it again.
  await tx.query("UPDATE job SET state = 'done' WHERE m = $1 AND kind = 'bank.pay' AND state = 'open'", [scene.merchant.id]);
}
