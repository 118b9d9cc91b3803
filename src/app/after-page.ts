/** What can wait: it begins once the open page has what it asked for, so that it takes neither the processor nor the server from it. */
import { callsUnderWay } from "../client/http.ts";

/** A page has begun its own calls by then, in ms. */
const SETTLE_MS = 400;
/** Waits so often at most: a slow answer holds nothing up for good. */
const MOST = 8;

/** Answers how to call it off. */
export function afterPage(run: () => void): () => void {
  let waits = 0;
  const look = () => {
    waits += 1;
    if (callsUnderWay() > 0 && waits < MOST) timer = setTimeout(look, SETTLE_MS);
    else run();
  };
  let timer = setTimeout(look, SETTLE_MS);
  return () => clearTimeout(timer);
}
