import type { Entity, Row } from "@portolan/engine";
import type { Clock } from "../../core/clock.ts";
import type { Moment } from "../rates/market.ts";

/** Speed of simulated providers. `instant` has no delays, for tests. */
export type Speed = "instant" | "fast" | "normal";

/** An event that a provider fires after a delay. It is skipped when the order has no transition for it. */
export interface ScriptedEvent {
  event: string;
  wait: { ms: number } | { workingDays: number };
  input: Row;
}

/**
 * Input of a script. `ending`: last two digits of the order's amount, or 0 for a record without an amount. `market`:
 * the newest prices, if any.
 */
export interface ScriptInput {
  entity: Entity;
  record: Row;
  ending: number;
  speed: Speed;
  clock: Clock;
  market?: Moment | undefined;
}

/** The job that a simulated provider handles, and the events that follow. */
export interface ProviderScript {
  job: string;
  script(input: ScriptInput): ScriptedEvent[];
}

/** Creates an event that fires after `ms` milliseconds on the product's clock. */
export const createScriptedEvent = (event: string, ms: number, input: Row = {}): ScriptedEvent => ({
  event,
  wait: { ms },
  input,
});
