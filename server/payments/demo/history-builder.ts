/** Shared by the parts of the demo history: its days, and the orders of one entity with their actors. */
import { type EntityName, computeRecord, type Entity, type Row, type Scope } from "@portolan/engine";
import { formatDayInChina, ZONE_MS } from "../../../src/payments/time.ts";
import type { Actor } from "../../core/actor.ts";
import { assertPresent } from "../../core/required.ts";
import { createSystemActor } from "../../lifecycle/clock-events.ts";
import type { LifecycleContext, Vocabulary } from "../../lifecycle/context.ts";
import { create } from "../../lifecycle/create.ts";
import { loadFacts } from "../../lifecycle/facts.ts";
import { fire } from "../../lifecycle/fire.ts";
import { buildSoleId, createRecordNumber } from "../../lifecycle/order-number.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Strength } from "../../session/step-up.ts";
import type { Tx } from "../../store/database.ts";
import { formatUsername } from "./users.ts";
import type { DemoMerchant } from "./merchants.ts";
import { replayStep, startReplay, type ReplayedRecord, type Step } from "./lifecycle-replay.ts";
import { pick } from "../../sandbox/random.ts";

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
  /** Completed orders, which are written together. */
  replayed: ReplayedRecord[];
}

/** The part of a merchant's history that one product contributes. */
export interface HistoryPart {
  /** Replays completed orders in memory. */
  replay?(builder: HistoryBuilder): Promise<void>;
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

const isWorkday = (at: number): boolean => ![0, 6].includes(new Date(formatDayInChina(at)).getUTCDay());

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

/** Returns the context of an event that occurred `hoursAgo` hours before `now`. */
export const buildContextAt = (
  { schemas, vocabulary, seal, now }: HistoryBuilder,
  hoursAgo: number,
  proved?: Strength,
): LifecycleContext => ({
  schemas,
  vocabulary,
  seal,
  clock: { now: () => now - hoursAgo * HOUR },
  ...(proved && { proved }),
});

/** The first user prepares, the second one (or the first alone) reviews, the provider answers, deadlines pass. */
type Who = "maker" | "checker" | "bank" | "clock";

/** One event of an order: who causes it, when, and with which input. */
export type Event = readonly [who: Who, event: string, at: number, input?: Row];

/** An event of an open order. `hoursAgo`: age in hours. `proved`: strength of its step-up proof. */
interface OpenEvent {
  hoursAgo: number;
  event?: string;
  by?: Who;
  input?: Row;
  proved?: Strength;
}

/** Orders of one entity of a merchant, with their actors and the facts that rules read for each actor. */
export class Orders {
  private constructor(
    readonly builder: HistoryBuilder,
    readonly entity: Entity,
    readonly actors: Readonly<Record<Who, Actor>>,
    readonly facts: Readonly<Record<Who, Scope>>,
  ) {}

  /** Loads the actors and their facts. `about`: values that the facts depend on, such as the currency. */
  static async open(builder: HistoryBuilder, name: EntityName, about: Row = {}): Promise<Orders> {
    const { tx, schemas, vocabulary, merchant, now } = builder;
    const entity = schemas.entity(name);
    const loadUser = async (index: number): Promise<[Actor, Scope]> => {
      const user = assertPresent(
        merchant.users[Math.min(index, merchant.users.length - 1)],
        `a user of ${merchant.id}`,
      );
      const username = formatUsername(user.username);
      const [row] = await tx.query("SELECT id, grants FROM portal_user WHERE username = $1", [username]);
      const { id: userId, grants } = assertPresent(row, username);
      const { id: tenant, userStatus } = merchant;
      const own = { tenant, userId, username, grants: new Set(grants), userStatus };
      const actor: Actor = { by: "merchant", lang: "zh", traceId: "demo", ...own };
      const clock = { now: () => now };
      return [actor, await loadFacts({ db: tx, schemas, vocabulary, clock, actor, entity, record: about })];
    };
    const [[maker, makerFacts], [checker, checkerFacts]] = [await loadUser(0), await loadUser(1)];
    const bank = createSystemActor("provider", merchant.id, "demo");
    return new Orders(
      builder,
      entity,
      { maker, checker, bank, clock: { ...bank, by: "clock" } },
      { maker: makerFacts, checker: checkerFacts, bank: makerFacts, clock: makerFacts },
    );
  }

  /** Returns the fields that a reference copies from its target record. */
  copy(field: string, from: Row): Row {
    return Object.fromEntries(
      Object.entries(this.entity.field(field).ref?.copies ?? {}).flatMap(([own, theirs]) =>
        from[theirs] === undefined ? [] : [[own, from[theirs]]],
      ),
    );
  }

  /** Loads the facts of an order for its maker. `given`: values that only its call knows. */
  loadFacts(record: Row, at: number, given?: Row): Promise<Scope> {
    const { tx, schemas, vocabulary } = this.builder;
    const clock = { now: () => at };
    const about = { db: tx, schemas, vocabulary, clock, actor: this.actors.maker, entity: this.entity, record };
    return loadFacts({ ...about, ...(given && { given }) });
  }

  /** Replays an order with its computed fields. `facts`: facts of this order in place of the actors'. */
  replay(own: Row, events: readonly Event[], facts?: Scope): ReplayedRecord {
    const draft = { ...own, createdAt: new Date(assertPresent(events[0], "a first event")[2]).toISOString() };
    return this.replayAsIs(
      { ...draft, ...computeRecord(this.entity, draft, facts ?? this.facts.maker) },
      events,
      facts,
    );
  }

  /** Replays an order without computing fields. */
  replayAsIs(own: Row, events: readonly Event[], facts?: Scope): ReplayedRecord {
    const [, , at] = assertPresent(events[0], "a first event");
    const tenant = this.builder.merchant.id;
    const id = buildSoleId(this.entity, tenant) ?? createRecordNumber(this.entity, at);
    const record = { ...own, createdAt: new Date(at).toISOString() };
    const replayed = startReplay(this.entity, { tenant, id, at }, record);
    this.builder.replayed.push(replayed);
    for (const event of events) this.play(replayed, event, facts);
    return replayed;
  }

  /** Replays a further event of an order, and the events that it causes on other orders. */
  play(replayed: ReplayedRecord, [who, event, at, input = {}]: Event, facts = this.facts[who]): void {
    playStep(this.builder, replayed, { event, at, actor: this.actors[who], facts, input });
  }

  /** Creates an open order and returns its id. */
  async create(input: Row, { hoursAgo, event, by = "maker", proved }: OpenEvent): Promise<string> {
    const { builder, entity, actors } = this;
    const order = { entity, input, actor: actors[by], ...(event !== undefined && { event }) };
    const record = await create(builder.tx, order, buildContextAt(builder, hoursAgo, proved));
    return String(record[entity.key]);
  }

  /** Causes an event of an open order, by default of the provider. */
  async fire(id: string, event: string, { hoursAgo, by = "bank", input = {}, proved }: OpenEvent): Promise<void> {
    const { builder, entity, actors } = this;
    await fire(builder.tx, { entity, id, event, actor: actors[by], input }, buildContextAt(builder, hoursAgo, proved));
  }
}

/**
 * Replays a step and the events that it cascades to: on replayed orders of the merchant, or on a record of another
 * merchant, which it creates.
 */
function playStep(builder: HistoryBuilder, replayed: ReplayedRecord, step: Step): void {
  for (const { entity, tenant, id, event, input } of replayStep(replayed, step)) {
    if (tenant === undefined) {
      const other = builder.replayed.find((item) => item.entity.name === entity && item.id === id);
      const actor: Actor = { ...step.actor, by: "record" };
      playStep(builder, assertPresent(other, `${entity} ${id}`), { ...step, event, actor, input });
      continue;
    }
    const actor: Actor = { by: "record", tenant, grants: new Set(), userStatus: 1, lang: "zh", traceId: "demo" };
    const { at } = step;
    const own = { ...input, createdAt: new Date(at).toISOString() };
    const target = assertPresent(builder.schemas.entities.get(entity), `the entity ${entity}`);
    const received = startReplay(target, { tenant, id, at }, own);
    builder.replayed.push(received);
    playStep(builder, received, { event, at, actor, facts: {}, input: {} });
  }
}

/**
 * Marks a merchant's open jobs whose kind matches a LIKE pattern as done, because the history already contains the
 * events of their scripts.
 */
export async function finishJobs({ tx, merchant }: HistoryBuilder, kind: string): Promise<void> {
  await tx.query("UPDATE job SET state = 'done' WHERE m = $1 AND kind LIKE $2 AND state = 'open'", [merchant.id, kind]);
}
