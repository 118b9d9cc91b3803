import type { Entity, Expression, Lang, Row, Scope, TransitionPlan } from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import type { Clock } from "../core/clock.ts";
import type { Seal } from "../core/seal.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Strength } from "../session/step-up.ts";
import type { Queries, Tx } from "../store/database.ts";
import type { FourEyes } from "./four-eyes.ts";
import type { Facts } from "./values.ts";

/** Everything that firing an event needs besides the database and the actor. */
export interface LifecycleContext {
  schemas: Schemas;
  /** Executors and fact loaders of the dialect. */
  vocabulary: Vocabulary;
  /** The product's clock: dates of orders, periods of limits, due times of clock events. */
  clock: Clock;
  /** Strength of the proof that this transaction consumes; undefined when the call brought none. */
  proved?: Strength | Promise<Strength | undefined> | undefined;
  /** Facts that the call supplies, by context name: a stored quote. */
  facts?: Facts | undefined;
  /** Notifies the job worker; called after the commit. */
  notifyWorker?: (() => void) | undefined;
  /** Drops cached sessions; called after the commit of a changed certification. */
  invalidateSessions?: () => void;
  /** Seals secrets of records. @throws Error at a record with secrets when absent */
  seal?: Seal | undefined;
}

/** A record as it is stored. */
export interface Stored {
  id: string;
  status: string;
  version: number;
  data: Row;
}

/** One event that changes or creates one record. */
export interface TransitionEvent {
  entity: Entity;
  transition: TransitionPlan;
  tenant: string;
  id: string;
  /** Version after the event; with the event's name it identifies the posting step. */
  version: number;
  /** State before the event; undefined at creation. */
  from?: string;
  record: Row;
  /** The event's input, checked. */
  input: Row;
  reason?: string | undefined;
  /** Details that effects add to the event's audit entry. */
  noted?: Row;
  /** Milliseconds of the product's clock. */
  at: number;
}

/** Returns the step that identifies an event's postings and counts: event and version, because an event can recur. */
export const formatPostingStep = (happening: Pick<TransitionEvent, "transition" | "version">): string =>
  `${happening.transition.on}#${happening.version}`;

/**
 * When an effect runs within its event. `claim`: reserves what can be refused (money, limits); `cascade`: fires events of other records;
 * `settle`: changes what depends on both; `record`: writes notifications and jobs.
 */
export type Phase = "claim" | "cascade" | "settle" | "record";

/** Context of an effect: the lifecycle's, the actor, and the actor's four-eyes status. */
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

/** Names the record and the actor that facts are loaded for. */
export interface FactRequest {
  db: Queries;
  schemas: Schemas;
  vocabulary: Pick<Vocabulary, "facts">;
  clock: Clock;
  actor: Pick<Actor, "tenant" | "userId">;
  entity: Entity;
  /** The record so far; a field of it can name the currency. */
  record: Row;
  /** Facts that the call supplies; they replace loaded ones. */
  given?: Facts | undefined;
}

/** Loads one context of `schemas/contexts.json`; undefined when its facts do not exist. */
export type FactLoader = (about: FactRequest) => Promise<Row | undefined>;

/** An order, and the step of it to describe. */
export interface OrderStep {
  tenant: string;
  entity: Entity;
  id: string;
  step: string;
  record: Row;
}

/** The record, the reader's language, and values of placeholders that are not fields. */
export interface SentenceAbout {
  record: Row;
  lang: Lang;
  more?: Readonly<Record<string, string>>;
}

/** Server half of a dialect: executors and loaders behind its keywords. `start.ts` hands it in; the lifecycle knows no product. */
export interface Vocabulary {
  /** Executors of effects; those of one phase run together, in this order. */
  effects: readonly EffectExecutor[];
  /** Loaders by the name of their context. */
  facts: Readonly<Record<string, FactLoader>>;
  /** Describes in both languages what a failed step did to the order's money; undefined when there is nothing to report. */
  sayMoney?(db: Queries, order: OrderStep): Promise<Record<Lang, string> | undefined>;
  /** Returns who and how much a record is about, in both languages, as mails may show it; undefined for neither. */
  sayOrder?(entity: Entity, record: Row): Record<Lang, string> | undefined;
  /** Returns a sentence of the entity (`x-says`) about a record; undefined where the schema has none. */
  saySentence?(entity: Entity, key: string, about: SentenceAbout): string | undefined;
}
