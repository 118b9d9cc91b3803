import { MAKE_JOB, makeCards } from "./payments/cards/make.ts";
import { OPENED_JOB, openAccounts } from "./payments/collections/open-accounts.ts";
import { CLOCK_JOB } from "./lifecycle/traces.ts";
import type { LifecycleContext } from "./lifecycle/context.ts";
import { IMPORT_JOB, importRows } from "./import/run.ts";
import { clockEvents } from "./lifecycle/clock-events.ts";
import type { JobHandler } from "./jobs/worker.ts";

/** Jobs that every server runs, sandbox or not. */
export function ownHandlers(context: LifecycleContext): Record<string, JobHandler> {
  return {
    [CLOCK_JOB]: clockEvents(context),
    [IMPORT_JOB]: importRows(context),
    [MAKE_JOB]: makeCards(context),
    [OPENED_JOB]: openAccounts(context),
  };
}
