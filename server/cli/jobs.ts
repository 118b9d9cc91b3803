import { audit } from "../audit/audit.ts";
import type { Database } from "../store/database.ts";
import { UsageError, type Command, type Invocation, type Outcome } from "./command.ts";
import { withDatabase } from "./open.ts";
import { operatorOptions, requireOperator } from "./sign-in.ts";

const STATES: readonly string[] = ["open", "dead", "done"];
/** Maximum length of a list. */
const MOST = 200;

/** Lists jobs, and retries dead ones. */
export const jobs: Command = {
  usage: "jobs list [--state open|dead|done] | jobs retry <id> --operator <name>",
  does: {
    en: "lists jobs (dead ones by default), or lets a dead one run again at once",
    zh: "列出任务（默认为失败任务），或让失败任务立即重新运行",
  },
  options: {
    state: { type: "string", does: { en: "of which state; default dead", zh: "状态，默认 dead" } },
    ...operatorOptions,
  },
  run: (invocation) => {
    const [what = "list", id] = invocation.words;
    if (what === "list") return list(invocation);
    if (id === undefined) throw new UsageError("which job? jobs list shows their ids");
    return withDatabase(invocation, async (opened) => retry(opened.db, id, await requireOperator(invocation, opened)));
  },
};

function list(invocation: Invocation): Promise<Outcome> {
  const { state = "dead" } = invocation.options;
  if (typeof state !== "string" || !STATES.includes(state))
    throw new UsageError(`--state is one of ${STATES.join(", ")}`);
  return withDatabase(invocation, async ({ db }) => {
    const rows = await db.query<{
      id: string;
      kind: string;
      m: string;
      run_at: string;
      attempts: number;
      error: string | null;
    }>("SELECT id, kind, m, run_at, attempts, error FROM job WHERE state = $1 ORDER BY run_at, id LIMIT $2", [
      state,
      MOST,
    ]);
    const lines = rows.map(({ id, kind, m, run_at, attempts, error }) =>
      [id, kind, m || "-", run_at, `${attempts} failed`, error ?? ""].join("  ").trimEnd(),
    );
    return { status: 0, text: lines.length === 0 ? `No job is ${state}.` : lines.join("\n") };
  });
}

/** Retries a dead job with all its attempts, and records the operator in the tenant's audit chain. */
async function retry(db: Database, id: string, operator: string): Promise<Outcome> {
  const now = Date.now();
  const kind = await db.tx(async (tx) => {
    const [job] = await tx.query<{ kind: string; m: string }>(
      "UPDATE job SET state = 'open', attempts = 0, error = NULL, run_at = $2, lease_until = $3 WHERE id = $1 AND state = 'dead' RETURNING kind, m",
      [id, new Date(now).toISOString(), new Date(0).toISOString()],
    );
    // A message sent before registration belongs to no tenant.
    if (job && job.m !== "")
      await audit(tx, {
        tenant: job.m,
        at: now,
        actor: `operator:${operator}`,
        action: "job.retry",
        object: `job/${id}`,
        detail: { kind: job.kind },
      });
    return job?.kind;
  });
  return kind === undefined
    ? { status: 1, text: `no dead job ${id}`, refused: true }
    : { status: 0, text: `${kind} ${id} runs again` };
}
