/** Notices for unsuccessful outcomes, shown where the operation was started. */
import type { CallFailure, Ports } from "../model/ports.ts";
import type { Outcome } from "./state.ts";

export interface OutcomeNotice {
  tone: "warning" | "danger";
  title: string;
  detail?: string | undefined;
  traceId?: string | undefined;
}

/**
 * Returns the notice for an outcome other than success and cancellation. `unknown` and `offline` are keys of sentences
 * that explain what to do.
 */
export function describeOutcome(
  ports: Ports,
  outcome: Exclude<Outcome, { end: "succeeded" | "cancelled" }>,
  { unknown, offline }: { unknown: string; offline: string },
): OutcomeNotice {
  const { t } = ports;
  if (outcome.end === "refused") return describeRefusal(ports, outcome.failure);
  if (outcome.end === "offline") return { tone: "warning", title: t("form.offline"), detail: t(offline) };
  return {
    tone: "warning",
    title: t("form.unknown"),
    detail: t(unknown),
    traceId: outcome.failure?.traceId,
  };
}

/**
 * Returns the server's message with its hint as detail. The trace id is omitted for the codes 4000 to 4999, since
 * support needs it only when the server is at fault.
 */
export function describeRefusal({ t }: Ports, { code, message, traceId, map }: CallFailure): OutcomeNotice {
  return {
    tone: "danger",
    title: message || t("form.broken"),
    ...(typeof map?.["lead"] === "string" && { detail: map["lead"] }),
    traceId: code < 4000 || code >= 5000 ? traceId : undefined,
  };
}
