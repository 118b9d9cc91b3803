import { canTransition, type TransitionPlan } from "@portolan/engine";
import { isProvider } from "../../core/actor.ts";
import type { ProviderResponse, ProviderRequest } from "../provider-port.ts";
import { expectThat, findAsking, type Trial } from "./trial.ts";

/**
 * Applies the events of an outcome to the lifecycle of their order.
 *
 * @throws Broken at the first event without a transition or without the input that its transition needs, and for an
 * outcome that leaves the order in its state
 */
export function follow(trial: Trial, { job, payload }: ProviderRequest, { events }: ProviderResponse): void {
  const entity = findAsking(trial, job);
  const transitions = entity.lifecycle?.transitions ?? [];
  const begin = transitions.find((transition) => transition.job === job);
  let status = begin?.to ?? "";
  for (const { event, input } of events) {
    const next = transitions.find(
      (transition: TransitionPlan) =>
        transition.on === event && isProvider(transition) && canTransition(transition, status, payload),
    );
    expectThat(next !== undefined, `${job}: "${event}" does not lead on from ${status}`);
    const missing = next.needs.filter((name) => input[name] === undefined);
    expectThat(missing.length === 0, `${job}: "${event}" lacks ${missing.join(", ")}`);
    status = next.to;
  }
  expectThat(status !== begin?.to, `${job}: the outcome moves nothing`);
}
