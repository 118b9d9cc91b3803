/** Whether the browser is doing the work that a sign-in asked for: a few seconds in which a person wants to know what goes on. */
import { observable } from "./observable.ts";

export const working = observable(false);
