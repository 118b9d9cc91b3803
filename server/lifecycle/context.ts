import type { Entity, Expression, Lang, Row, Scope, TransitionPlan } from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import type { Clock } from "../core/clock.ts";
import type { Seal } from "../core/seal.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Strength } from "../session/step-up.ts";
import type { Queries, Tx } from "../store/database.ts";
import type { Facts } from "./values.ts";

/** Everything an event needs besides the database and the actor. */
export interface LifecycleContext {
  schemas: Schemas;
  /** What the words of the schemas do. */
  vocabulary: Vocabulary;
  /** The product's clock: dates of orders, periods of limits, when the clock's own events are due. */
  clock: Clock;
  /** Strength of the proof that this transaction uses up; absent when the call brought none. */
  proved?: Strength | Promise<Strength | undefined>;
  /** Facts that the call itself brings, by the name of their context: a stored quote. */
  facts?: Facts;
  /** Wakes the worker once the transaction is durable. */
  notifyWorker?: () => void;
  /** Drops cached users of sessions once the transaction is durable: a certification changed. */
  invalidateSessions?: () => void;
  /** Seals the records' secrets; without it none is written. */
  seal?: Seal;
}

/** A record as it is stored. */
export interface Stored {
  id: string;
  status: string;
  version: number;
  data: Row;
}

/** One event that happens to one record. */
export interface TransitionEvent {
  entity: Entity;
  transition: TransitionPlan;
  tenant: string;
  id: string;
  /** Version after the event; with the event's name it makes the step that is posted once. */
  version: number;
  /** Undefined at creation. */
  from?: string;
  record: Row;
  /** What the event brought, checked. */
  input: Row;
  reason?: string;
  /** What effects add to the detail of the event's audit row. */
  noted?: Row;
  /** Milliseconds of the product's clock. */
  at: number;
}

/** Returns the name of the step under which an event's postings and counts are kept: the same event may happen again later. */
export const postingStep = (happening: Pick<TransitionEvent, "transition" | "version">): string =>
  `${happening.transition.on}#${happening.version}`;

/**
 * Four-eyes status of the actor. `free`: not the maker. `other`: the maker; another user must review. `sole`: the maker, and the only user of
 * several with the grant. `lone`: the maker, and the merchant's only user.
 */
export type FourEyes = "free" | "other" | "sole" | "lone";

/**
 * When an effect runs within its event. `claim`: takes what may be refused (money, limits); `cascade`: fires events of other records; `settle`:
 * changes what follows from both; `record`: writes what others hear of it.
 */
export type Phase = "claim" | "cascade" | "settle" | "record";

/** What effects get besides the event: the lifecycle's context, the actor, and the actor's four-eyes status. */
export interface EffectContext extends LifecycleContext {
  actor: Actor;
  review: FourEyes;
}

/** Carries out one effect of transitions on the server. */
export interface EffectExecutor {
  /** Keyword of the transition. */
  effect: string;
  phase: Phase;
  /**
   * Carries the effect out in the event's transaction; does nothing for a transition without it.
   *
   * @throws Failure to refuse the event; then nothing has changed.
   */
  run(tx: Tx, happening: TransitionEvent, scope: Scope, context: EffectContext): Promise<void>;
  /** Returns the expressions that the effect evaluates, so that their facts are loaded before. */
  expressions?(transition: TransitionPlan): readonly Expression[];
}

/** Whose facts are asked, and about which record. */
export interface FactRequest {
  db: Queries;
  schemas: Schemas;
  vocabulary: Pick<Vocabulary, "facts">;
  clock: Clock;
  actor: Pick<Actor, "tenant" | "userId">;
  entity: Entity;
  /** The record so far; tells the currency where a field holds it. */
  record: Row;
  /** Facts that come with the call; they take the place of loaded ones. */
  given?: Facts;
}

/** Loads one context of `schemas/contexts.json`; undefined when its facts do not exist. */
export type FactLoader = (about: FactRequest) => Promise<Row | undefined>;

/** An order and the step of it that is described. */
export interface OrderStep {
  tenant: string;
  entity: Entity;
  id: string;
  step: string;
  record: Row;
}

/** Server half of a dialect: what its words do and know. `start.ts` hands it in; the lifecycle knows no product. */
export interface Vocabulary {
  /** Executors of effects; those of one phase run together, in this order. */
  effects: readonly EffectExecutor[];
  /** Loaders by the name of their context. */
  facts: Readonly<Record<string, FactLoader>>;
  /** Describes in both languages what a failed step did to the order's money; undefined when there is nothing to say. */
  sayMoney?(db: Queries, order: OrderStep): Promise<Record<Lang, string> | undefined>;
}
