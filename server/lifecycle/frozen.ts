/**
 * Digests of the money and party fields of orders (`frozen` of a lifecycle). A digest is stored when an order is
 * created, when its review approves it, and when an event changes one of the fields. It is checked before a review,
 * before such a change, and before a provider is asked, so that a value that was changed in the database is never paid.
 */
import { createHash } from "node:crypto";
import { getTableName, type Entity, type Lang, type Row, type TransitionPlan } from "@portolan/engine";
import { isUser } from "../core/actor.ts";
import { toIso } from "../core/clock.ts";
import { canonicalize } from "../core/canonical.ts";
import { Failure } from "../core/failure.ts";
import { FILE_KID } from "../core/key-ring.ts";
import { openRow } from "../core/sealed-record.ts";
import type { Seal } from "../core/seal.ts";
import type { Database, Queries, Tx } from "../store/database.ts";
import { createTrailInsert, insertRows, type Insertable } from "../store/insert-rows.ts";
import en from "./check-words/en.json" with { type: "json" };
import zh from "./check-words/zh.json" with { type: "json" };
import type { Stored } from "./context.ts";
import { isEnd } from "./four-eyes.ts";

/** Version of the canonical form. Another form gets another number, and older digests are still checked by theirs. */
const FORM = 1;
/** Name of the `schema_lock` row that marks that every waiting order has a digest. */
const DONE = "(frozen)";
const BATCH = 500;

/** Words of each language, 2048 each: the lists of BIP 39 (MIT licence). */
const WORDS: Readonly<Record<Lang, readonly string[]>> = { en, zh };
const WORD_COUNT = 6;
const WORD_BITS = 11;

/** An order as stored. */
export interface FrozenOrder extends Pick<Stored, "id" | "version" | "data"> {
  entity: Entity;
  tenant: string;
}

/** A stored digest, with the fields that it covers. */
interface Digest {
  version: number;
  form: number;
  fields: string[];
  digest: string;
}

/**
 * Thrown instead of acting on an order whose money or party fields differ from those that were digested.
 * `isExplained`: a later event may have changed one of them without a new digest, as a node of an earlier version does.
 */
export class OrderAltered extends Failure {
  constructor(
    readonly order: { tenant: string; kind: string; id: string },
    readonly isExplained: boolean,
  ) {
    super("orderAltered", { order: order.id });
  }
}

/**
 * Stores the digest of an order that has frozen fields, in the caller's transaction. `data`: stored or plain values.
 *
 * @throws Error when the order has frozen fields and `seal` is undefined
 */
export function freeze(
  tx: Pick<Tx, "write">,
  seal: Seal | undefined,
  order: FrozenOrder,
  { event, at }: { event: string; at: number },
): void {
  const fields = order.entity.lifecycle?.frozen;
  if (!fields) return;
  if (!seal) throw new Error(`${order.entity.file}: orders are digested where nothing can sign them`);
  void tx.write(DIGESTS, buildDigestRow(seal, order, { fields, event, at }));
}

const DIGEST_TABLE: Insertable = {
  table: "order_frozen",
  columns: ["m", "order_kind", "order_id", "version", "digest", "form", "fields", "event", "at"],
  tail: "ON CONFLICT DO NOTHING",
};
const DIGESTS = createTrailInsert(DIGEST_TABLE);

/** Returns the values of a row of `DIGEST_TABLE`. */
function buildDigestRow(
  seal: Seal,
  order: FrozenOrder,
  { fields, event, at }: { fields: readonly string[]; event: string; at: number },
): unknown[] {
  const { entity, tenant, id, version } = order;
  const digest = seal.sign("frozen", `${version}|${buildCanonicalForm(seal, order, fields)}`);
  return [tenant, entity.name, id, version, digest, FORM, JSON.stringify(fields), event, toIso(at)];
}

/**
 * Returns form 1: the order and the plain value of each field, by name. An absent value equals null and an empty string.
 * A field that has been renamed since is read under its current name.
 */
function buildCanonicalForm(seal: Seal, { entity, tenant, id, data }: FrozenOrder, fields: readonly string[]): string {
  const plain = openRow(seal, { entity, tenant, id }, data);
  const read = (name: string) => {
    const field = entity.fields.find((item) => item.name === name || item.formerly?.includes(name));
    const value = plain[field?.name ?? name];
    return value === undefined || value === "" ? null : value;
  };
  const values = fields.toSorted().map((name) => [name, read(name)]);
  return `frozen|${FORM}|${canonicalize([tenant, entity.name, id, values])}`;
}

/** Returns whether a change of an order's record changes a frozen field. `after`: stored values. */
export function changesFrozen(seal: Seal | undefined, before: FrozenOrder, after: Row): boolean {
  const fields = before.entity.lifecycle?.frozen;
  if (!fields?.some((name) => canonicalize(before.data[name]) !== canonicalize(after[name]))) return false;
  if (!seal) throw new Error(`${before.entity.file}: orders are digested where nothing can sign them`);
  return buildCanonicalForm(seal, before, fields) !== buildCanonicalForm(seal, { ...before, data: after }, fields);
}

/** Reads the newest digests of an order: one, or one for each key that has signed it. */
async function readNewest(db: Queries, { entity, tenant, id }: FrozenOrder): Promise<Digest[]> {
  const rows = await db.query(
    `SELECT version, form, fields, digest FROM order_frozen WHERE m = $1 AND order_kind = $2 AND order_id = $3
       ORDER BY version DESC LIMIT 50`,
    [tenant, entity.name, id],
  );
  return rows.filter(({ version }) => version === rows[0]?.version);
}

/**
 * Returns whether a digest is that of the order.
 *
 * @throws Failure `keyUnknown` when this node lacks the key
 */
function matches(seal: Seal, order: FrozenOrder, { version, form, fields, digest }: Digest): boolean {
  return form === FORM && seal.verify("frozen", `${version}|${buildCanonicalForm(seal, order, fields)}`, digest);
}

/** Returns the digests whose keys this node has, or all of them when it has none of the keys. */
function selectKnown(seal: Seal, digests: readonly Digest[]): readonly Digest[] {
  const known = digests.filter(({ digest }) => {
    const [kid, ...rest] = digest.split(":");
    return seal.kids.includes(rest.length === 0 ? FILE_KID : (kid ?? ""));
  });
  return known.length > 0 ? known : digests;
}

/**
 * Asserts that the money and party fields of an order have the values that were digested. An order without a digest, or
 * with one that an earlier version of the server did not renew, passes until `fillFrozen` has run.
 *
 * @throws OrderAltered when they differ, or when the digest is missing; Failure `keyUnknown` when this node lacks the key
 */
export async function assertFrozen(db: Queries, seal: Seal | undefined, order: FrozenOrder): Promise<void> {
  const { entity, tenant, id } = order;
  if (!entity.lifecycle?.frozen) return;
  if (!seal) throw new Error(`${entity.file}: orders are checked where nothing can verify them`);
  const [newest, ...others] = selectKnown(seal, await readNewest(db, order));
  if (newest && [newest, ...others].some((digest) => matches(seal, order, digest))) return;
  const isExplained = newest !== undefined && (await isChangedSince(db, order, newest));
  if ((newest === undefined || isExplained) && !(await isFilled(db))) return;
  throw new OrderAltered({ tenant, kind: entity.name, id }, isExplained);
}

/** Returns whether a later event of the order may have changed one of the digested fields. */
async function isChangedSince(
  db: Queries,
  { entity, tenant, id }: FrozenOrder,
  { version, fields }: Digest,
): Promise<boolean> {
  const changing = new Set(
    (entity.lifecycle?.transitions ?? [])
      .filter(({ set, needs, takes = [], touches = [] }) =>
        [...Object.keys(set), ...needs, ...takes, ...touches].some((name) => fields.includes(name)),
      )
      .map(({ on }) => on),
  );
  const events = await db.query(
    "SELECT event FROM order_event WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND seq > $4",
    [tenant, entity.name, id, version],
  );
  return events.some(({ event }) => changing.has(event));
}

const isFilled = async (db: Queries): Promise<boolean> =>
  (await db.query("SELECT entity FROM schema_lock WHERE entity = $1", [DONE])).length > 0;

/**
 * Returns the six check words of an order, which show its approver and the operator who pays it that they see the same
 * money and parties. Undefined for an order without frozen fields, or without a digest.
 */
export async function readCheckWords(
  db: Queries,
  seal: Seal,
  order: FrozenOrder,
): Promise<Record<Lang, string> | undefined> {
  if (!order.entity.lifecycle?.frozen) return undefined;
  const [newest] = await readNewest(db, order);
  return newest && computeCheckWords(seal, order, newest.fields);
}

/** Returns the words of the order's values. They do not change when a key is added. */
function computeCheckWords(seal: Seal, order: FrozenOrder, fields: readonly string[]): Record<Lang, string> {
  const form = buildCanonicalForm(seal, order, fields);
  // The keyed hash does not reveal values that are masked for the reader, such as an account number.
  const hash = createHash("sha256").update(seal.getLastingKey("frozen")).update(`words|${form}`).digest();
  const bits = [...hash].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const indexes = Array.from({ length: WORD_COUNT }, (_, index) =>
    Number.parseInt(bits.slice(index * WORD_BITS, (index + 1) * WORD_BITS), 2),
  );
  const spell = (lang: Lang) => indexes.map((index) => WORDS[lang][index]).join(" ");
  return { en: spell("en"), zh: spell("zh") };
}

/** Returns whether a transition of a frozen order acts on the values that its user saw: it
 * enqueues a job, or is an approval. */
export const actsOnFrozen = (entity: Entity, transition: TransitionPlan): boolean =>
  entity.lifecycle?.frozen !== undefined &&
  isUser(transition) &&
  (transition.job !== undefined ||
    (transition.not === "maker" && !transition.from.includes(transition.to) && !isEnd(entity, transition)));

/**
 * Returns the states in which an order's digest is still needed: those from which a review or a job can follow, and
 * those in which a provider is asked.
 */
export function listFrozenStates({ lifecycle }: Pick<Entity, "lifecycle">): string[] {
  if (!lifecycle?.frozen) return [];
  const { transitions, states } = lifecycle;
  const asks = transitions.filter(({ job }) => job !== undefined);
  const needed = new Set(asks.map(({ to }) => to));
  for (let size = -1; size !== needed.size;) {
    size = needed.size;
    for (const step of transitions) {
      const leadsOn = step.job !== undefined || step.not === "maker" || needed.has(step.to);
      if (leadsOn) for (const name of step.from) needed.add(name);
    }
  }
  return states.flatMap(({ name, final }) => (needed.has(name) && !final ? [name] : []));
}

/**
 * Digests the waiting orders that have none, or whose digest a node of an earlier version did not renew. Run once, after
 * the last such node has gone. From then on an order without a digest counts as altered. Returns the number of orders.
 */
export async function fillFrozen(db: Database, entities: Iterable<Entity>, seal: Seal): Promise<number> {
  if (await isFilled(db)) return 0;
  let filled = 0;
  for (const entity of entities) {
    const states = listFrozenStates(entity);
    if (states.length > 0 && entity.source === "store") filled += await fillEntity(db, entity, { states, seal });
  }
  await db.query(
    "INSERT INTO schema_lock (entity, version, shape, applied_at) VALUES ($1, '1', '{}', $2) ON CONFLICT (entity) DO NOTHING",
    [DONE, new Date().toISOString()],
  );
  return filled;
}

interface FillOptions {
  states: readonly string[];
  seal: Seal;
}

async function fillEntity(db: Database, entity: Entity, { states, seal }: FillOptions): Promise<number> {
  let filled = 0;
  let [m, last] = ["", ""];
  for (;;) {
    const rows = await listWaiting(db, entity, { states, after: [m, last] });
    for (const order of rows) {
      const [newest, ...others] = selectKnown(seal, await readNewest(db, order));
      if (newest) {
        const isSame = [newest, ...others].some((digest) => matches(seal, order, digest));
        // A difference that no event explains stays, and stops the order.
        if (isSame || !(await isChangedSince(db, order, newest))) continue;
      }
      await db.tx(async (tx) => freeze(tx, seal, order, { event: "migrate", at: Date.now() }));
      filled += 1;
    }
    const end = rows.at(-1);
    if (!end || rows.length < BATCH) return filled;
    [m, last] = [end.tenant, end.id];
  }
}

/** Returns up to `BATCH` orders in these states, ordered by tenant and id. */
async function listWaiting(
  db: Queries,
  entity: Entity,
  { states, after: [m, id] }: { states: readonly string[]; after: readonly [string, string] },
): Promise<FrozenOrder[]> {
  const rows = await db.query(
    `SELECT m, id, version, data FROM ${getTableName(entity)} WHERE status = ANY($1) AND (m > $2 OR (m = $2 AND id > $3))
       ORDER BY m, id LIMIT ${BATCH}`,
    [states, m, id],
  );
  return rows.map(({ m: tenant, version, ...row }) => ({ ...row, entity, tenant, version: Number(version) }));
}

/**
 * Signs the digests of waiting orders with the first key, beside those by other keys. A digest that does not match is
 * left. Returns the number of signed orders.
 */
export async function resignFrozen(db: Database, entities: Iterable<Entity>, seal: Seal): Promise<number> {
  let signed = 0;
  for (const entity of entities) {
    const states = listFrozenStates(entity);
    if (states.length === 0 || entity.source !== "store") continue;
    for (let after: readonly [string, string] = ["", ""]; ;) {
      const rows = await listWaiting(db, entity, { states, after });
      for (const order of rows) {
        const digests = selectKnown(seal, await readNewest(db, order));
        const found = digests.find((digest) => matches(seal, order, digest));
        if (!found || digests.some(({ digest }) => isSignedBy(seal.kid, digest))) continue;
        const { fields, version } = found;
        const row = buildDigestRow(seal, { ...order, version }, { fields, event: "reseal", at: Date.now() });
        await insertRows(db, { ...DIGEST_TABLE, rows: [row] });
        signed += 1;
      }
      const end = rows.at(-1);
      if (!end || rows.length < BATCH) break;
      after = [end.tenant, end.id];
    }
  }
  return signed;
}

const isSignedBy = (kid: string, digest: string): boolean =>
  kid === FILE_KID ? !digest.includes(":") : digest.startsWith(`${kid}:`);

/** Returns the number of waiting orders whose digest only this key can verify. */
export async function countFrozen(db: Queries, entities: Iterable<Entity>, kid: string): Promise<number> {
  let count = 0;
  for (const entity of entities) {
    const states = listFrozenStates(entity);
    if (states.length === 0 || entity.source !== "store") continue;
    const own = kid === FILE_KID ? "f.digest NOT LIKE '%:%'" : "f.digest LIKE $3";
    const [row] = await db.query(
      `SELECT count(*) AS n FROM (
         SELECT f.m, f.order_id, f.version FROM ${getTableName(entity)} o
           JOIN order_frozen f ON f.m = o.m AND f.order_id = o.id AND f.order_kind = $1
          WHERE o.status = ANY($2) AND f.version = (SELECT max(x.version) FROM order_frozen x WHERE x.m = o.m AND x.order_id = o.id AND x.order_kind = $1)
          GROUP BY f.m, f.order_id, f.version HAVING bool_and(${own})) only_by`,
      [entity.name, states, ...(kid === FILE_KID ? [] : [`${kid}:%`])],
    );
    count += Number(row?.n ?? 0);
  }
  return count;
}
