/** The list of effects: words of a transition beyond its state. A transition's effects are read in this order. */
import type { Effect } from "../../schema/effect.ts";
import { cascade } from "./cascade.ts";
import { certify } from "./certify.ts";
import { count } from "./count.ts";
import { job } from "./job.ts";
import { money } from "./money.ts";
import { notify } from "./notify.ts";

export const effects: readonly Effect[] = [count, money, job, cascade, notify, certify];
