/** Words of each outcome, shown where the operation was started. */
import type { CallFailure, Ports } from "../model/ports.ts";
import type { Outcome } from "./state.ts";

export interface OutcomeNotice {
  tone: "warning" | "danger";
  title: string;
  detail?: string | undefined;
  traceId?: string | undefined;
}

/** Returns the notice of an outcome that is neither a success nor cancelled. `unknown`, `offline`: keys of the sentence that says what to do. */
export function describeOutcome(
  ports: Ports,
  outcome: Exclude<Outcome, { end: "succeeded" | "cancelled" }>,
  { unknown, offline }: { unknown: string; offline: string },
): OutcomeNotice {
  const { word } = ports;
  if (outcome.end === "refused") return describeRefusal(ports, outcome.failure);
  if (outcome.end === "offline") return { tone: "warning", title: word("form.offline"), detail: word(offline) };
  return {
    tone: "warning",
    title: word("form.unknown"),
    detail: word(unknown),
    traceId: outcome.failure?.traceId,
  };
}

/** Returns the server's own words and, as detail, its lead; with the trace id where the fault is the server's, because only it helps support. */
export function describeRefusal({ word }: Ports, { code, message, traceId, map }: CallFailure): OutcomeNotice {
  return {
    tone: "danger",
    title: message || word("form.broken"),
    ...(typeof map?.["lead"] === "string" && { detail: map["lead"] }),
    traceId: code < 4000 || code >= 5000 ? traceId : undefined,
  };
}
