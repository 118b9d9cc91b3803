/** True while the browser computes a sign-in's proof of work, for a few seconds: the form then shows progress. */
import { observable } from "./observable.ts";

export const proofOfWorkRunning = observable(false);
