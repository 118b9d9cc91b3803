/** Confirms a quote. The quote's number is the key: however often it is sent, it is one exchange. */
import { call } from "../../client/call.ts";
import { failures } from "../../contract/failures.ts";
import type { EntityRow } from "../../contract/calls.ts";
import type { CallFailure, Ports } from "../../engine/index.ts";

const { inProgress, quoteExpired, quoteUsed, priceMoved, tradingHours } = failures;
/** Refusals after which the price is no longer good. */
const OVER: readonly number[] = [quoteExpired, quoteUsed, priceMoved, tradingHours].map(({ code }) => code);

export type Outcome =
  | { end: "done"; record: EntityRow<"swap"> }
  /** The price is no longer good: nothing was exchanged, and a new one is needed. */
  | { end: "over"; failure: CallFailure }
  | { end: "refused"; failure: CallFailure }
  /** Sent, no answer. */
  | { end: "unknown" }
  /** Nothing left the browser. */
  | { end: "offline" };

const nameOf = (ports: Ports) => `swap.sure.${ports.user()}`;
/** The quote whose confirmation never got an answer; it outlives a reload. */
export const openSure = (ports: Ports): string | undefined => sessionStorage.getItem(nameOf(ports)) ?? undefined;

/** Never throws. Without a proof it only asks what became of an earlier confirmation. */
export async function sendSure(ports: Ports, quoteId: string, proof?: string): Promise<Outcome> {
  // Another one may have gone out since.
  const settled = () => openSure(ports) === quoteId && sessionStorage.removeItem(nameOf(ports));
  try {
    sessionStorage.setItem(nameOf(ports), quoteId);
    const { record } = await call("swapSure", { quoteId }, { idempotencyKey: `swap-${quoteId}`, proof });
    settled();
    return { end: "done", record };
  } catch (error) {
    const failure = error as CallFailure;
    if (failure.kind === "offline") return { end: "offline" };
    if (failure.kind !== "refused" || failure.code < 4000 || failure.code === inProgress.code)
      return { end: "unknown" };
    settled();
    return { end: OVER.includes(failure.code) ? "over" : "refused", failure };
  }
}
