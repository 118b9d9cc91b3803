import type { Entity, Expression, Lang, Row, Scope, TransitionPlan } from "@portolan/engine";
import type { Actor } from "../core/actor.ts";
import type { Clock } from "../core/clock.ts";
import type { Seal } from "../core/seal.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Accounts } from "../session/accounts.ts";
import type { Strength } from "../session/step-up.ts";
import type { Queries, Tx } from "../store/database.ts";
import type { FourEyes } from "./four-eyes.ts";
import type { Facts } from "./values.ts";

/** Dependencies for firing an event, besides the database and the actor. */
export interface LifecycleContext {
  schemas: Schemas;
  vocabulary: Vocabulary;
  /** The product's clock, for order dates, limit periods and clock events. */
  clock: Clock;
  /** Strength of the proof that this transaction consumes; undefined for a call without a proof. */
  proved?: Strength | Promise<Strength | undefined> | undefined;
  /** Facts that the call supplies, by context name, such as a stored quote. */
  facts?: Facts | undefined;
  /** Notifies the job worker. Called after the commit. */
  notifyWorker?: (() => void) | undefined;
  /** Discards cached sessions. Called after the commit of a changed certification. */
  invalidateSessions?: () => void;
  /** Seals the secrets of records. If omitted, storing a record with secrets throws. */
  seal?: Seal | undefined;
}

/** A stored record. */
export interface Stored {
  id: string;
  status: string;
  version: number;
  data: Row;
}

/** An event that changes or creates one record. */
export interface TransitionEvent {
  entity: Entity;
  transition: TransitionPlan;
  tenant: string;
  id: string;
  /** Version after the event. Together with the event's name, it identifies the posting step. */
  version: number;
  /** State before the event; undefined at creation. */
  from?: string;
  record: Row;
  /** Validated input of the event. */
  input: Row;
  reason?: string | undefined;
  /** Details that effects of the phases before `record` add to the audit entry of the event. */
  noted?: Row;
  /** Milliseconds of the product's clock. */
  at: number;
}

/**
 * Returns the step that identifies an event's postings and counts. It contains the version, because an event can occur
 * more than once.
 */
export const formatPostingStep = (event: Pick<TransitionEvent, "transition" | "version">): string =>
  `${event.transition.on}#${event.version}`;

/**
 * Phase in which an effect runs. `claim`: reserves what can be refused (money, limits); `cascade`: fires events on
 * other records; `settle`: changes what depends on both; `record`: writes notifications and jobs.
 */
export type Phase = "claim" | "cascade" | "settle" | "record";

/** Context of an effect: the lifecycle's context, the actor, and the actor's four-eyes status. */
export interface EffectContext extends LifecycleContext {
  actor: Actor;
  review: FourEyes;
}

/** Executes one kind of effect of a transition on the server. */
export interface EffectExecutor {
  /** Keyword of the effect in a transition. */
  effect: string;
  phase: Phase;
  /**
   * Executes the effect in the event's transaction. Does nothing for a transition without it.
   *
   * @throws Failure to refuse the event, which rolls it back
   */
  run(tx: Tx, event: TransitionEvent, scope: Scope, context: EffectContext): Promise<void>;
  /** Returns the expressions that the effect evaluates, so that their facts are loaded first. */
  expressions?(transition: TransitionPlan): readonly Expression[];
}

/** The record and the actor that facts are loaded for. */
export interface FactRequest {
  db: Queries;
  schemas: Schemas;
  vocabulary: Pick<Vocabulary, "accounts" | "facts">;
  clock: Clock;
  actor: Pick<Actor, "tenant" | "userId">;
  entity: Entity;
  /** The record as known so far. Facts may depend on its currency. */
  record: Row;
  /** Facts that the call supplies, which override loaded ones. */
  given?: Facts | undefined;
}

/** Loads one context of `schemas/contexts.json`; undefined when its facts do not exist. */
export type FactLoader = (about: FactRequest) => Promise<Row | undefined>;

/** An order, and the posting step to describe. */
export interface OrderStep {
  tenant: string;
  entity: Entity;
  id: string;
  step: string;
  record: Row;
}

/** The record and language of a sentence, and values for the placeholders that are not fields. */
export interface SentenceAbout {
  record: Row;
  lang: Lang;
  more?: Readonly<Record<string, string>>;
}

/**
 * The server's part of a dialect: executors and loaders behind its keywords. `start.ts` passes it in, so that the
 * lifecycle depends on no product.
 */
export interface Vocabulary {
  accounts: Accounts;
  /** Executors of effects. Those in the same phase start in this order and run concurrently. */
  effects: readonly EffectExecutor[];
  facts: Readonly<Record<string, FactLoader>>;
  /**
   * Describes in both languages what a failed step did to the order's money; undefined when there is nothing to report.
   */
  describeMoney?(db: Queries, order: OrderStep): Promise<Record<Lang, string> | undefined>;
  /**
   * Returns the counterparty, if any, and amount of a record in both languages, as they may appear in emails; undefined
   * when it has no amount.
   */
  describeOrder?(entity: Entity, record: Row): Record<Lang, string> | undefined;
  /** Returns a sentence about a record (`x-says` of its entity); undefined when the schema has no such sentence. */
  formatSentence?(entity: Entity, key: string, about: SentenceAbout): string | undefined;
}
