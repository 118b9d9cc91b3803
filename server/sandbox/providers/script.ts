import type { Entity, Row } from "../../../src/engine/index.ts";
import type { Clock } from "../../core/clock.ts";
import type { Moment } from "../../payments/rates/market.ts";

/** How fast simulated providers answer. `instant`: at once, for tests. */
export type Speed = "instant" | "fast" | "normal";

/** An event that a provider fires after a wait. An order without a transition for it skips it. */
export interface ScriptedEvent {
  event: string;
  wait: { ms: number } | { workingDays: number };
  input: Row;
}

/** What a script decides by. `ending`: last two digits of the order's amount, 0 for a record without one. `market`: the newest prices, if there are any. */
export interface ScriptInput {
  entity: Entity;
  record: Row;
  ending: number;
  speed: Speed;
  clock: Clock;
  market?: Moment | undefined;
}

/** The job that a simulated provider answers, and the events that follow. */
export interface ProviderScript {
  job: string;
  script(input: ScriptInput): ScriptedEvent[];
}

/** Returns an event after `ms` milliseconds of the product's clock. */
export const createScriptedEvent = (event: string, ms: number, input: Row = {}): ScriptedEvent => ({
  event,
  wait: { ms },
  input,
});
