/** Conformance cases about outcomes: the events of a request and their callbacks. */
import type { ProviderResponse, ProviderRequest } from "../provider-port.ts";
import type { Callback } from "./callbacks.ts";
import { follow } from "./follow.ts";
import { awaitOutcome, expectThat, buildRequest, submit, type Case, type Trial } from "./trial.ts";

/** Time in milliseconds in which an accepted callback must not be repeated. */
const QUIET_MS = 800;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function submitRequest(
  trial: Trial,
  job: string,
): Promise<{ submitRequest: ProviderRequest; outcome: ProviderResponse }> {
  const made = buildRequest(trial, job);
  await submit(trial, made);
  return { submitRequest: made, outcome: await awaitOutcome(trial, made.id) };
}

/** Waits for `count` callbacks of a request and returns them. @throws Broken after the timeout */
async function awaitCallbacks(trial: Trial, askId: string, count: number): Promise<readonly Callback[]> {
  for (const end = Date.now() + trial.patience.outcomeMs; ; await pause(20)) {
    const found = trial.callbacks?.of(askId) ?? [];
    if (found.length >= count) return found;
    const [fault] = trial.callbacks?.faults() ?? [];
    expectThat(fault === undefined, `a callback cannot be taken: ${fault?.fault ?? ""}`);
    expectThat(Date.now() < end, `${found.length} of ${count} callbacks came`);
  }
}

export const eventCases: readonly Case[] = [
  {
    id: "outcome.leadsOn",
    description: "the events of each job lead its order on, with the input that they need",
    needs: "http",
    async play(trial) {
      const outcomes = await Promise.all(trial.jobs.map((job) => submitRequest(trial, job)));
      for (const exchange of outcomes) follow(trial, exchange.submitRequest, exchange.outcome);
    },
  },
  {
    id: "events.ids",
    description: "each event has an id of its own, which names its ask",
    needs: "http",
    async play(trial) {
      const [job = ""] = trial.jobs;
      const found = [await submitRequest(trial, job), await submitRequest(trial, job)];
      const events = found.flatMap((exchange) =>
        exchange.outcome.events.map((event) => ({ event, askId: exchange.submitRequest.id })),
      );
      expectThat(new Set(events.map(({ event }) => event.id)).size === events.length, "two events have one id");
      const strange = events.find(({ event, askId }) => event.askId !== undefined && event.askId !== askId);
      expectThat(strange === undefined, `an event names ${strange?.event.askId ?? ""}`);
    },
  },
  {
    id: "callback.signed",
    description: "it calls back with each event, signed, and with the ids that a query has",
    needs: "callbacks",
    async play(trial) {
      const exchange = await submitRequest(trial, trial.jobs[0] ?? "");
      const callbacks = await awaitCallbacks(trial, exchange.submitRequest.id, exchange.outcome.events.length);
      const known = new Set(exchange.outcome.events.map(({ id }) => id));
      const other = callbacks.find(({ event }) => event && !known.has(event.id));
      expectThat(other === undefined, `the callback ${other?.event?.id ?? ""} is no event of the answer`);
    },
  },
  {
    id: "callback.repeated",
    description: "a callback that was answered with 500 comes again under its id",
    needs: "callbacks",
    async play(trial) {
      const made = buildRequest(trial, trial.jobs[0] ?? "");
      trial.callbacks?.refuseOnce(made.id);
      await submit(trial, made);
      const [refused, again] = await awaitCallbacks(trial, made.id, 2);
      expectThat(refused?.status === 500 && again?.event?.id === refused.event?.id, "another event came first");
    },
  },
  {
    id: "callback.once",
    description: "a callback that was answered with 204 does not come again",
    needs: "callbacks",
    async play(trial) {
      const exchange = await submitRequest(trial, trial.jobs[0] ?? "");
      await awaitCallbacks(trial, exchange.submitRequest.id, exchange.outcome.events.length);
      await pause(QUIET_MS);
      const ids = (trial.callbacks?.of(exchange.submitRequest.id) ?? []).map(({ event }) => event?.id);
      expectThat(new Set(ids).size === ids.length, "an event came twice");
    },
  },
];
