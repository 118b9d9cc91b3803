import { decideRows, FILE_DECISION_JOB } from "../import/decide-file.ts";
import { IMPORT_JOB, importRows } from "../import/run.ts";
import type { Lane } from "../jobs/lane.ts";
import type { JobHandler } from "../jobs/worker.ts";
import { CASCADE_JOB, createCascadeHandler } from "../lifecycle/effect-handlers/cascade-later.ts";
import { createClockEventHandler } from "../lifecycle/clock-events.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { APPROVALS_JOB, sendApprovals } from "../lifecycle/approval-mail.ts";
import { DIGEST_JOB, sendDigest } from "../lifecycle/digest-mail.ts";
import { SEND_JOB } from "../messages/courier.ts";
import { CLOCK_JOB } from "../lifecycle/side-effects.ts";

/** Lanes of the jobs that every server has. */
export const coreLanes: readonly Lane[] = [
  { name: "mail", kinds: [SEND_JOB, DIGEST_JOB, APPROVALS_JOB], slots: 4 },
  { name: "clock", kinds: [CLOCK_JOB, CASCADE_JOB], slots: 4 },
  { name: "import", kinds: [IMPORT_JOB, FILE_DECISION_JOB], slots: 2 },
];

/** Returns the handlers of the jobs that every server has: clock events, events of other records, imported rows and summary emails. */
export const createCoreJobs = (context: LifecycleContext): Readonly<Record<string, JobHandler>> => ({
  [CLOCK_JOB]: createClockEventHandler(context),
  [IMPORT_JOB]: importRows(context),
  [FILE_DECISION_JOB]: decideRows(context),
  [DIGEST_JOB]: sendDigest(context),
  [APPROVALS_JOB]: sendApprovals(context),
  [CASCADE_JOB]: createCascadeHandler(context),
});
