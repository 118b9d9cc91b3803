import { IMPORT_JOB, importRows } from "./import/run.ts";
import type { JobHandler } from "./jobs/worker.ts";
import { clockEvents } from "./lifecycle/clock-events.ts";
import type { LifecycleContext } from "./lifecycle/context.ts";
import { CLOCK_JOB } from "./lifecycle/side-effects.ts";

/** Returns the handlers of the jobs that every server has: the clock's events and imported rows. */
export const coreJobs = (context: LifecycleContext): Readonly<Record<string, JobHandler>> => ({
  [CLOCK_JOB]: clockEvents(context),
  [IMPORT_JOB]: importRows(context),
});
