import type { Entity, Row, TransitionPlan } from "../../src/engine/index.ts";
import type { Clock } from "../core/clock.ts";
import type { Books } from "../payments/monitor/books.ts";
import type { Facts } from "./values.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Seal } from "../core/seal.ts";
import type { Strength } from "../session/step-up.ts";

/** What an event needs besides the database and who acts. */
export interface LifecycleContext {
  schemas: Schemas;
  /** The product's clock: dates of orders, periods of limits, when the clock's own events are due. */
  clock: Clock;
  /** Strength of the proof that this transaction uses up; absent when the call brought none. */
  proved?: Strength | Promise<Strength | undefined>;
  /** Facts that the call itself brings, by the name of their context: a stored quote. */
  facts?: Facts;
  /** Wakes the worker once the transaction is durable. */
  wake?: () => void;
  /** Forgets what sessions remember of their users, once the transaction is durable: a certification changed. */
  forget?: () => void;
  /** The check of the books; without it they are due as they are by default. */
  books?: Pick<Books, "closeAfterMs" | "check" | "open">;
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
export interface Happening {
  entity: Entity;
  transition: TransitionPlan;
  m: string;
  id: string;
  /** Version after the event; with the event's name it makes the step that is posted once. */
  version: number;
  /** Undefined at creation. */
  from?: string;
  record: Row;
  /** What the event brought, checked. */
  input: Row;
  reason?: string;
  /** The merchant's certification before and after, where the event changed it. */
  certified?: { from: number; to: number };
  /** Milliseconds of the product's clock. */
  at: number;
}

/** Name of the step under which an event's postings and counts are kept: the same event may happen again later. */
export const stepOf = (happening: Pick<Happening, "transition" | "version">): string =>
  `${happening.transition.on}#${happening.version}`;
