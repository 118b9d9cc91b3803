import { auditAction } from "../operators/operators.ts";
import type { Database } from "../store/database.ts";
import { UsageError, type Command, type Invocation, type Outcome } from "./command.ts";
import { withDatabase } from "./with-database.ts";
import { operatorOptions, requireOperator } from "./sign-in.ts";

const TEXTS = {
  en: {
    which: "which job? jobs list shows their ids",
    state: "--state is one of open, dead, done",
    failed: (attempts: number) => `${attempts} failed`,
    none: { open: "No job is open.", dead: "No job is dead.", done: "No job is done." },
    noDead: (id: string) => `no dead job ${id}`,
    again: (kind: string, id: string) => `${kind} ${id} runs again`,
  },
  zh: {
    which: "请给出任务编号，jobs list 可查看",
    state: "--state 为 open、dead 或 done",
    failed: (attempts: number) => `失败 ${attempts} 次`,
    none: { open: "没有待运行的任务。", dead: "没有失败的任务。", done: "没有已完成的任务。" },
    noDead: (id: string) => `没有失败的任务 ${id}`,
    again: (kind: string, id: string) => `${kind} ${id} 将重新运行`,
  },
};

const STATES = ["open", "dead", "done"] as const;
const readState = (text: unknown) => STATES.find((state) => state === text);
const MAX_LISTED = 200;

/** Lists jobs and retries dead ones. */
export const jobs: Command = {
  usage: "jobs list [--state open|dead|done] | jobs retry <id> --operator <name>",
  description: {
    en: "lists jobs (dead ones by default), or lets a dead one run again at once",
    zh: "列出任务（默认为失败任务），或让失败任务立即重新运行",
  },
  options: {
    state: { type: "string", description: { en: "of which state; default dead", zh: "状态，默认 dead" } },
    ...operatorOptions,
  },
  run: (invocation) => {
    const [what = "list", id] = invocation.args;
    if (what === "list") return list(invocation);
    if (id === undefined) throw new UsageError(TEXTS[invocation.lang].which);
    return withDatabase(invocation, async (opened) => {
      const operator = await requireOperator(invocation, opened);
      const texts = TEXTS[invocation.lang];
      const kind = await retry(opened.db, id, operator);
      return kind === undefined
        ? { status: 1, text: texts.noDead(id), refused: true }
        : { status: 0, text: texts.again(kind, id) };
    });
  },
};

function list(invocation: Invocation): Promise<Outcome> {
  const texts = TEXTS[invocation.lang];
  const state = readState(invocation.options["state"] ?? "dead");
  if (!state) throw new UsageError(texts.state);
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
      MAX_LISTED,
    ]);
    const lines = rows.map(({ id, kind, m: tenant, run_at, attempts, error }) =>
      [id, kind, tenant || "-", run_at, texts.failed(attempts), error ?? ""].join("  ").trimEnd(),
    );
    return { status: 0, text: lines.length === 0 ? texts.none[state] : lines.join("\n") };
  });
}

/**
 * Reopens a dead job, due immediately and with its attempts reset, and records the operator in the tenant's audit
 * chain. Returns the job's kind; undefined when there is no such dead job.
 */
function retry(db: Database, id: string, operator: string): Promise<string | undefined> {
  const now = Date.now();
  return db.tx(async (tx) => {
    const [job] = await tx.query<{ kind: string; m: string }>(
      "UPDATE job SET state = 'open', attempts = 0, error = NULL, run_at = $2, lease_until = $3 WHERE id = $1 AND state = 'dead' RETURNING kind, m",
      [id, new Date(now).toISOString(), new Date(0).toISOString()],
    );
    if (job) {
      const about = { action: "job.retry", object: `job/${id}`, detail: { kind: job.kind } };
      await auditAction(tx, { operator, tenant: job.m, ...about });
    }
    return job?.kind;
  });
}
