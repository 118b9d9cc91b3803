/** Defers low-priority work until the open page has loaded, so that it competes for neither the processor nor the server. */
import { countPendingCalls } from "../../client/http.ts";

/** Interval between two checks, in ms; long enough for a page to send its first requests before the first check. */
const SETTLE_MS = 400;
/** Maximum checks: a slow response does not defer the work forever. */
const MAX_CHECKS = 8;

/** Runs `run` once no call is pending. Returns a function that cancels it. */
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
