/** True while the browser computes a sign-in's proof of work, for a few seconds: the form then shows progress. */
import { createObservable } from "./observable.ts";

export const proofOfWorkRunning = createObservable(false);
