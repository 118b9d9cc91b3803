/** Figures shown on every page, such as unread counts. Each is polled every minute while the page is visible. */
import type { NamedCall } from "../client/call.ts";
import { hasCall } from "../client/declared-endpoints.ts";
import { callKey, useCall } from "../client/reads.tsx";
import { isSignedIn } from "../client/session.ts";
import type { CallBody, CallResponse } from "../../model/calls.ts";
import type { Ports } from "../../model/ports.ts";
import { refetchRead, setRead } from "../../data/use-read.tsx";

const EVERY_MS = 60_000;

/** Defines a figure by its call. `initial` is used until the first response, after sign-out, and
 * in a product without the call. */
export function defineFigure<N extends NamedCall>(name: N, body: CallBody<N>, initial: CallResponse<N>) {
  return {
    /**
     * Refetches immediately, unless the user is signed out or the page is hidden. Keeps the previous value on failure.
     */
    refresh(ports: Ports): void {
      if (hasCall(name) && isSignedIn() && document.visibilityState === "visible")
        refetchRead(ports, callKey(name, body));
    },
    /** Sets the value from the response of another call that includes it. */
    set: (ports: Ports, response: CallResponse<N>): void => setRead(ports, callKey(name, body), response),
    use: (): CallResponse<N> =>
      useCall(name, body, { every: EVERY_MS, passive: true, initial, enabled: hasCall(name) }).data ?? initial,
  };
}
