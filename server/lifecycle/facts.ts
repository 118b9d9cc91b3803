/** What rules may see beyond the record (`schemas/contexts.json`), filled from the tables. The browser gets the same by the context call. */
import {
  dayInChina,
  factScope,
  recordCurrency,
  tableOf,
  type Entity,
  type Row,
  type Scope,
  type TransitionPlan,
} from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import type { Clock } from "../core/clock.ts";
import { balances } from "../payments/ledger/balances.ts";
import { digitsOf, fromMinor } from "../payments/ledger/minor.ts";
import { newest, newestAt, PIVOT } from "../payments/rates/market.ts";
import { buyingRate, marginsOf } from "../payments/rates/terms.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Queries } from "../store/database.ts";
import { findMerchant, partly, sameName } from "../payments/facts/counterparty.ts";
import { limitRule, periodOf } from "../payments/effects/count.ts";
import type { Facts } from "./values.ts";

/** About whom and what facts are asked. */
export interface About {
  db: Queries;
  schemas: Schemas;
  clock: Clock;
  actor: Pick<Actor, "merId" | "userId">;
  entity: Entity;
  /** The record so far; tells the currency where a field holds it. */
  record: Row;
  /** Facts that come with the call; they stand for what the tables would say. */
  given?: Facts;
}

/** Facts for the contexts that the entity's rules read, or for the named ones of these, in the types that rules know; what cannot be known is absent, and its rules are silent. */
export async function loadFacts(about: About, names?: ReadonlySet<string>): Promise<Scope> {
  // Rows of facts are for whoever chooses; no rule reads them.
  const wanted = Object.entries(about.entity.contexts)
    .filter(([name, { rows }]) => !rows && (!names || names.has(name)))
    .map(([name]) => name);
  const found = await Promise.all(
    wanted.map(async (name) => [name, about.given?.[name] ?? (await contexts[name]?.(about))] as const),
  );
  return factScope(about.entity, {
    today: dayInChina(about.clock.now()),
    ...Object.fromEntries(found.filter(([, value]) => value !== undefined)),
  });
}

/** Names of the contexts that these transitions read. */
export function contextsOf(transitions: readonly TransitionPlan[]): Set<string> {
  const expressions = transitions.flatMap(({ when, sole, set, money, count, fires = [] }) => [
    ...fires.flatMap(({ id, merchant, with: brought }) => [
      id,
      ...(merchant ? [merchant] : []),
      ...Object.values(brought),
    ]),
    ...(when ? [when] : []),
    ...(sole ? [sole.amount, sole.upTo] : []),
    ...Object.values(set),
    ...count.flatMap(({ limit, amount }) => [limit, amount]),
    ...(money && "lines" in money
      ? money.lines.flatMap(({ amount, currency, toMerchant }) => [
          amount,
          ...("expression" in currency ? [currency.expression] : []),
          ...(toMerchant ? [toMerchant] : []),
        ])
      : []),
  ]);
  return new Set(expressions.flatMap(({ reads }) => reads.map((path) => path.split(".")[0]!)));
}

/** One context by name, for the context call. Undefined for a name that is none, and for facts that do not exist. */
export async function loadContext(name: string, about: About): Promise<Row | undefined> {
  return Object.hasOwn(contexts, name) ? contexts[name]!(about) : undefined;
}

const contexts: Record<string, (about: About) => Promise<Row | undefined>> = {
  user,
  wallet,
  channel,
  currencies,
  counterparty,
  fixing,
  receiving,
};

async function user({ db, actor }: About): Promise<Row | undefined> {
  if (!actor.userId) return undefined;
  const [row] = await db.query(
    `SELECT u.id, u.name, u.username, u.pay_hash, u.totp_secret, m.user_status, m.name AS mer_name, m.name_en FROM portal_user u JOIN merchant m ON m.id = u.m WHERE u.id = $1`,
    [actor.userId],
  );
  if (!row) return undefined;
  const userStatus = Number(row.user_status);
  return {
    userId: row.id,
    merId: actor.merId,
    name: row.name,
    username: row.username,
    merName: row.mer_name,
    ...(row.name_en ? { merNameEn: row.name_en } : {}),
    userStatus,
    certified: userStatus === 1,
    payPasswordSet: row.pay_hash !== null,
    googleAuth: row.totp_secret !== null,
  };
}

async function wallet({ db, actor, entity, record }: About): Promise<Row | undefined> {
  const currency = recordCurrency(entity, record);
  if (!currency) return undefined;
  const digits = digitsOf(currency, entity.minorUnits);
  const { avail, hold, in: seen } = (await balances(db, actor.merId)).get(currency) ?? { avail: 0n, hold: 0n, in: 0n };
  const text = (minor: bigint) => fromMinor(minor, digits);
  return { currency, balance: text(avail + hold + seen), withdrawable: text(avail), unavailable: text(hold + seen) };
}

/** The merchant's terms for this product and currency that are in effect now. */
async function channel({ db, schemas, clock, actor, entity, record }: About): Promise<Row | undefined> {
  const terms = schemas.entities.get("channel");
  const currency = recordCurrency(entity, record);
  if (!terms || !currency) return undefined;
  const [inForce, used] = await Promise.all([
    termsOf(db, terms, actor.merId, entity.name, clock.now()),
    monthUsed(db, actor.merId, entity, record, clock.now()),
  ]);
  const found = inForce.get(currency);
  // Nothing set is a fact, too: rules can say so.
  if (!found) return {};
  return { ...found, monthUsed: used };
}

/** The merchant's terms of a product that are in force at a moment, by currency: of each the row that began last. */
async function termsOf(
  db: Queries,
  terms: Entity,
  m: string,
  product: string,
  now: number,
): Promise<ReadonlyMap<string, Row>> {
  const rows = (await db.query<{ data: Row }>(`SELECT data FROM ${tableOf(terms)} WHERE m = $1`, [m])).map(
    ({ data }) => data,
  );
  const from = (row: Row) => Date.parse(String(row["effectiveFrom"]));
  const begun = rows.filter((row) => row["product"] === product && from(row) <= now).sort((a, b) => from(a) - from(b));
  return new Map(begun.map((row) => [String(row["currency"]), row]));
}

/** For each currency whether this product may be paid in it: terms in force, and something to spend. What is offered; the rules judge what is chosen. */
async function currencies({ db, schemas, clock, actor, entity }: About): Promise<Row | undefined> {
  const terms = schemas.entities.get("channel");
  const plan = entity.contexts["currencies"];
  if (!terms || !plan) return undefined;
  const [inForce, held] = await Promise.all([
    termsOf(db, terms, actor.merId, entity.name, clock.now()),
    balances(db, actor.merId),
  ]);
  return Object.fromEntries(
    Object.keys(entity.minorUnits).map((code) => {
      const [term, { avail }] = [inForce.get(code), held.get(code) ?? { avail: 0n }];
      // Of the terms what the plan names.
      const named = Object.entries(term ?? {}).filter(([name]) => plan.rows?.[name] !== undefined);
      return [
        code,
        {
          ...Object.fromEntries(named),
          channel: term !== undefined,
          wallet: avail > 0n,
          balance: fromMinor(avail, digitsOf(code, entity.minorUnits)),
        },
      ];
    }),
  );
}

/** The other merchant of an order, as far as somebody else may know him: `with` says which fields hold his number and his name. */
async function counterparty({ db, actor, entity, record }: About): Promise<Row | undefined> {
  const fields = entity.contexts["counterparty"]?.with ?? {};
  const [given, name] = [record[fields["merchant"] ?? ""], record[fields["merchantName"] ?? ""]];
  if (typeof given !== "string" || given.trim() === "") return undefined;
  const found = await findMerchant(db, given);
  if (!found) return { found: false };
  const matches = typeof name !== "string" || name.trim() === "" || sameName(name, found.name);
  return {
    found: true,
    number: found.id,
    name: partly(found.name),
    matches,
    certified: found.certified,
    own: found.id === actor.merId,
  };
}

/** Prices that hold for a whole day in China, so that a charge in another currency stays what a person saw: what one dollar costs in the order's currency. */
async function fixing({ db, schemas, clock, actor, entity, record }: About): Promise<Row | undefined> {
  const quote = recordCurrency(entity, record);
  if (!quote) return undefined;
  if (quote === PIVOT) return { usd: "1" };
  const now = clock.now();
  const moment = (await newestAt(db, Date.parse(`${dayInChina(now)}T00:00:00+08:00`))) ?? (await newest(db));
  const usd = moment && buyingRate(moment, { base: PIVOT, quote }, await marginsOf(db, schemas, actor.merId, now));
  return usd ? { usd: usd.toString() } : {};
}

/** Whether the merchant has an account that money can come to at all, and one of the order's currency. */
async function receiving({ db, schemas, actor, entity, record }: About): Promise<Row | undefined> {
  const accounts = schemas.entities.get("receivingAccount");
  if (!accounts) return undefined;
  const rows = await db.query<{ data: Row }>(`SELECT data FROM ${tableOf(accounts)} WHERE m = $1`, [actor.merId]);
  const open = rows.filter(({ data }) => data["status"] === "completed");
  const currency = recordCurrency(entity, record);
  return {
    open: open.length > 0,
    ...(currency ? { inCurrency: open.some(({ data }) => data["currency"] === currency) } : {}),
  };
}

/** What this month's orders have counted against the channel's monthly limit. */
async function monthUsed(db: Queries, m: string, entity: Entity, record: Row, now: number): Promise<string> {
  const counts = entity.lifecycle?.transitions.flatMap((transition) => transition.count) ?? [];
  const count = counts.find(({ period, limit }) => period === "month" && limit.reads.includes("channel.monthlyMax"));
  if (!count) return "0";
  const [row] = await db.query("SELECT used FROM limit_counter WHERE m = $1 AND rule = $2 AND period = $3", [
    m,
    limitRule(entity, count.limit, record),
    periodOf(count.period, now),
  ]);
  return row?.used ?? "0";
}
