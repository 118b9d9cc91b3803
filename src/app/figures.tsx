/** Figures that the shell shows on every page: loaded every minute while the page is visible, and after what may have changed them. */
import type { NamedCall } from "../client/call.ts";
import { callKey, useCall } from "../client/reads.tsx";
import { signedIn } from "../client/session.ts";
import type { CallAnswer, CallBody } from "../contract/calls.ts";
import type { Ports } from "../engine/index.ts";
import { refetchRead, setRead } from "../engine/ui.tsx";

const EVERY_MS = 60_000;

/** Defines a figure by its call; `initial` shows until it is loaded, and after sign-out. */
export function defineFigure<N extends NamedCall>(name: N, body: CallBody<N>, initial: CallAnswer<N>) {
  return {
    /** Loads it again now; a failure leaves what was known. */
    refresh(ports: Ports): void {
      if (signedIn() && document.visibilityState === "visible") refetchRead(ports, callKey(name, body));
    },
    /** Takes what another answer says of it. */
    set: (ports: Ports, answer: CallAnswer<N>): void => setRead(ports, callKey(name, body), answer),
    use: (): CallAnswer<N> => useCall(name, body, { every: EVERY_MS, passive: true, initial }).data ?? initial,
  };
}
