import type { Entity, Row } from "../../../src/engine/index.ts";
import type { Clock } from "../../core/clock.ts";
import type { Moment } from "../../payments/rates/market.ts";

/** How fast simulated providers are when nothing special is asked for. `instant`: at once, for tests. */
export type Speed = "instant" | "fast" | "normal";

/** Something that a provider does: after a wait it fires an event, if the order's lifecycle has one of that name there. */
export interface ScriptedEvent {
  event: string;
  wait: { ms: number } | { workingDays: number };
  input: Row;
}

/** What a script may go by. `ending`: last two digits of the order's amount (`ending.ts`); 0 where the record holds none. `market`: the newest prices, if there are any. */
export interface ScriptInput {
  entity: Entity;
  record: Row;
  ending: number;
  speed: Speed;
  clock: Clock;
  market?: Moment;
}

/** A simulated provider: the lifecycle's job that it answers, and what it will do with a record. */
export interface ProviderScript {
  job: string;
  script(stage: ScriptInput): ScriptedEvent[];
}

/** A step after so many milliseconds of the product's clock. */
export const scriptEvent = (event: string, ms: number, input: Row = {}): ScriptedEvent => ({
  event,
  wait: { ms },
  input,
});
