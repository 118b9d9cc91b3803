/** Defers low-priority work until the current page has loaded, so that the two do not compete for CPU or bandwidth. */
import { countPendingCalls } from "../client/http.ts";

/** Interval between checks, in ms. Long enough for a page to send its first requests before the first check. */
const SETTLE_MS = 400;
/** Maximum number of checks, so that a slow response cannot defer the work indefinitely. */
const MAX_CHECKS = 8;

/**
 * Calls `run` once no request is pending, at the latest after `MAX_CHECKS` checks. Returns a function that cancels it.
 */
export function runAfterPage(run: () => void): () => void {
  let waits = 0;
  const look = () => {
    waits += 1;
    if (countPendingCalls() > 0 && waits < MAX_CHECKS) timer = setTimeout(look, SETTLE_MS);
    else run();
  };
  let timer = setTimeout(look, SETTLE_MS);
  return () => clearTimeout(timer);
}
