/** True while the browser solves a proof of work for the sign-in, which takes up to a few seconds. */
import { createObservable } from "./observable.ts";

export const proofOfWorkRunning = createObservable(false);
