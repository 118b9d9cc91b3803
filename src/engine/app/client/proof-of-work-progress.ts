/** Whether the browser is solving a proof of work, which takes up to a few seconds. */
import { createObservable } from "./observable.ts";

export const proofOfWorkRunning = createObservable(false);
