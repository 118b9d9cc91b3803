import { auditAction } from "../operators/operators.ts";
import { createAction, createAttributedAction } from "./actions.ts";
import { formatRows, Refused, UsageError } from "./command.ts";
import { getText } from "./texts.ts";

const STATES = ["open", "dead", "done"] as const;
const MAX_LISTED = 200;

/** Lists jobs and retries dead ones. */
export const jobsActions = [
  createAction("jobs list [--state open|dead|done]", async ({ db, lang, options }) => {
    const state = STATES.find((known) => known === (options["state"] ?? "dead"));
    if (!state) throw new UsageError(getText(lang, "jobs.state"));
    const rows = await db.query(
      "SELECT id, kind, m, run_at, attempts, error FROM job WHERE state = $1 ORDER BY run_at, id LIMIT $2",
      [state, MAX_LISTED],
    );
    return formatRows(
      rows.map(({ id, kind, m: tenant, run_at, attempts, error }) => [
        id,
        kind,
        tenant || "-",
        run_at,
        getText(lang, "jobs.failed", { attempts }),
        error,
      ]),
      getText(lang, `jobs.none.${state}`),
    );
  }),
  // A dead job becomes due immediately, with its attempts reset.
  createAttributedAction("jobs retry <id>", async ({ db, lang, operator }, id) => {
    const now = Date.now();
    const kind = await db.tx(async (tx) => {
      const [job] = await tx.query(
        "UPDATE job SET state = 'open', attempts = 0, error = NULL, run_at = $2, lease_until = $3 WHERE id = $1 AND state = 'dead' RETURNING kind, m",
        [id, new Date(now).toISOString(), new Date(0).toISOString()],
      );
      if (!job) throw new Refused(getText(lang, "jobs.noDead", { id }));
      const about = { action: "job.retry", object: `job/${id}`, detail: { kind: job.kind } };
      await auditAction(tx, { operator, tenant: job.m, ...about });
      return job.kind;
    });
    return getText(lang, "jobs.again", { kind, id });
  }),
];
