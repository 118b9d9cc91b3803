/** Shared by the parts of the demo history: its days, its actors, and the steps of each actor. */
import { type Entity, type Row, type Scope } from "../../../src/engine/index.ts";
import { formatDayInChina, ZONE_MS } from "../../../src/payments/time.ts";
import type { Actor } from "../../core/actor.ts";
import { assertPresent } from "../../core/required.ts";
import { createSystemActor } from "../../lifecycle/clock-events.ts";
import type { LifecycleContext, Vocabulary } from "../../lifecycle/context.ts";
import { loadFacts } from "../../lifecycle/facts.ts";
import type { Entry } from "../../payments/ledger/entry.ts";
import type { Schemas } from "../../schemas/read.ts";
import type { Strength } from "../../session/step-up.ts";
import type { Tx } from "../../store/database.ts";
import { formatUsername } from "../demo-users.ts";
import type { DemoMerchant } from "../demo.ts";
import type { ReplayedRecord, Step } from "../lifecycle-replay.ts";
import { pick } from "../random.ts";

export const HISTORY_DAYS = 90;
export const DAY = 86_400_000;
export const HOUR = 3_600_000;
export const MINUTE = 60_000;

/** One merchant, and the transaction in which its history is written. */
export interface HistoryBuilder {
  tx: Tx;
  schemas: Schemas;
  vocabulary: Vocabulary;
  seal: LifecycleContext["seal"];
  merchant: DemoMerchant;
  payees: readonly Row[];
  /**
   * Seeded generator of numbers in [0, 1). The parts draw from it in order, so an additional draw changes everything
   * after it.
   */
  random: () => number;
  now: number;
}

/** The part of a merchant's history that one product contributes. */
export interface HistoryPart {
  /** Returns ledger entries that no lifecycle event posts, such as opening balances. */
  entries?(builder: HistoryBuilder): Entry[];
  /** Returns completed orders, replayed in memory. */
  replayed?(builder: HistoryBuilder): Promise<ReplayedRecord[]>;
  /**
   * Creates records that depend on the completed history, after it has been written: today's open orders (through the
   * real lifecycle) and invoices.
   */
  open?(builder: HistoryBuilder): Promise<void>;
}

/** Returns half past eight in China, `daysAgo` days before `now`. */
export function findMorning(now: number, daysAgo: number): number {
  const local = now + ZONE_MS - daysAgo * DAY;
  return local - (local % DAY) + 8.5 * HOUR - ZONE_MS;
}

export const isWorkday = (at: number): boolean => ![0, 6].includes(new Date(formatDayInChina(at)).getUTCDay());

/** Returns the mornings of `count` days, beginning `daysAgo` days ago, that `isOpen` accepts. Default: working days. */
export function listMornings(now: number, daysAgo: number, count: number, isOpen = isWorkday): number[] {
  return Array.from({ length: count }, (_, index) => findMorning(now, daysAgo - index)).filter(isOpen);
}

/** Draws `count` times on the given days, within `hours` hours after 09:30, in chronological order. */
export function drawMoments(random: () => number, days: readonly number[], count: number, hours: number): number[] {
  return Array.from(
    { length: count },
    () => pick(random, days) + HOUR + Math.floor(random() * hours * 60) * MINUTE,
  ).toSorted((a, b) => a - b);
}

/** Creates a function that builds the steps of one actor, with the facts that rules read for that actor. */
export const createSteps =
  (actor: Actor, facts: Scope) =>
  (event: string, at: number, input: Row = {}): Step => ({ event, at, actor, facts, input });

/** Actors: the first user prepares, the second one (or the first alone) reviews, the provider answers. */
export interface Actors {
  maker: Actor;
  makerFacts: Scope;
  checker: Actor;
  checkerFacts: Scope;
  bank: Actor;
}

/**
 * Loads the actors of an entity's orders, with the facts that its rules read. `about`: values that the facts depend on,
 * such as the currency.
 */
export async function loadActors(
  { tx, schemas, vocabulary, merchant, now }: HistoryBuilder,
  entity: Entity,
  about: Row = {},
): Promise<Actors> {
  const loadUser = async (index: number): Promise<[Actor, Scope]> => {
    const user = assertPresent(merchant.users[Math.min(index, merchant.users.length - 1)], `a user of ${merchant.id}`);
    const username = formatUsername(user.username);
    const [row] = await tx.query<{ id: string; grants: string[] }>(
      "SELECT id, grants FROM portal_user WHERE username = $1",
      [username],
    );
    const { id, grants } = assertPresent(row, username);
    const actor: Actor = {
      by: "merchant",
      tenant: merchant.id,
      userId: id,
      username,
      grants: new Set(grants),
      userStatus: merchant.userStatus,
      lang: "zh",
      traceId: "demo",
    };
    const clock = { now: () => now };
    return [actor, await loadFacts({ db: tx, schemas, vocabulary, clock, actor, entity, record: about })];
  };
  const [[maker, makerFacts], [checker, checkerFacts]] = [await loadUser(0), await loadUser(1)];
  return { maker, makerFacts, checker, checkerFacts, bank: createSystemActor("provider", merchant.id, "demo") };
}

/**
 * Returns the context of an event that occurred `hoursAgo` hours before `now`. `proved`: strength of its step-up proof.
 */
export function buildContextAt(
  { schemas, vocabulary, seal, now }: HistoryBuilder,
  hoursAgo: number,
  proved?: Strength,
): LifecycleContext {
  return { schemas, vocabulary, seal, clock: { now: () => now - hoursAgo * HOUR }, ...(proved ? { proved } : {}) };
}

/** Returns the fields that a reference copies from its target record. */
export function copyReferenced(entity: Entity, field: string, from: Row): Row {
  return Object.fromEntries(
    Object.entries(entity.field(field).ref?.copies ?? {}).flatMap(([own, theirs]) =>
      from[theirs] === undefined ? [] : [[own, from[theirs]]],
    ),
  );
}

/**
 * Marks a merchant's open jobs whose kind matches a LIKE pattern as done, because the history already contains the
 * events of their scripts.
 */
export async function finishJobs({ tx, merchant }: HistoryBuilder, kind: string): Promise<void> {
  await tx.query("UPDATE job SET state = 'done' WHERE m = $1 AND kind LIKE $2 AND state = 'open'", [merchant.id, kind]);
}
