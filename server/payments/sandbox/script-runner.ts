/**
 * Runs the simulated providers. Each responds to a request with a script of events. Each event is delivered by a job on
 * the sandbox clock, to the inbox that also takes the callbacks of HTTP providers.
 */
import { toIso } from "../../core/clock.ts";
import { assertPresent } from "../../core/required.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { Job, JobHandler } from "../../jobs/worker.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { readNewest } from "../rates/market.ts";
import { addWorkingDays } from "../rates/working-days.ts";
import { storeEvent } from "../../providers/inbox.ts";
import { PORTS, type PortName, type ProviderPort, type Providers } from "../../providers/provider-port.ts";
import { claimRequest, readRequestEntry, recordResponse } from "../../providers/request-log.ts";
import type { Database, Tx } from "../../store/database.ts";
import { readAmountEnding } from "../demo/amount-ending.ts";
import { scripts } from "./scripts.ts";
import type { ScriptedEvent, Speed } from "../demo/script.ts";

/** Name of the job that delivers the next event of a script. */
const STEP_JOB = "sandbox.step";
/**
 * Returns the deduplication key of a script's first event, so that a request that is submitted twice runs its script
 * only once.
 */
const formatFirstEventKey = (askId: string): string => `sandbox/${askId}`;

interface ScriptRun {
  port: PortName;
  /** The request that the script answers. */
  askId: string;
  /** Pending events. The property cannot be renamed, because stored jobs contain it. */
  steps: readonly ScriptedEvent[];
}

const isScriptedEvent = (value: unknown): value is ScriptedEvent =>
  typeof value === "object" && value !== null && "event" in value && "wait" in value;

/** Reads the script of a job. A request of an earlier release, which stored none, is stored now. */
async function readRun(tx: Tx, { tenant, payload }: Job, at: number): Promise<ScriptRun> {
  const { steps: stored, entity, id, job = "", version = 0 } = payload;
  const steps = Array.isArray(stored) ? stored.filter(isScriptedEvent) : [];
  const answers = PORTS.find(({ name, jobs }) => name === payload["port"] || jobs.includes(String(job)));
  // `collection.book` belongs to no port: the product books receipts itself if the provider does not.
  const port = answers?.name ?? "collect";
  if (typeof payload["askId"] === "string") return { port, askId: payload["askId"], steps };
  const order = { kind: String(entity), id: String(id), version: Number(version) };
  const key = { tenant, id: [tenant, order.kind, order.id, order.version, job].join("/") };
  if (!(await readRequestEntry(tx, key))) {
    await claimRequest(tx, { id: key.id, job: String(job), order }, { tenant, port, seen: undefined, at });
    await recordResponse(tx, key, { response: { state: "accepted" }, at });
  }
  return { port, askId: key.id, steps };
}

/** Enqueues the next event of a script and notifies the worker. Does nothing at the end of the script. */
function schedule(
  tx: Tx,
  { clock, notifyWorker }: LifecycleContext,
  { dedupe, tenant, ...run }: { dedupe: string; tenant: string } & ScriptRun,
): void {
  const [first] = run.steps;
  if (!first) return;
  const now = clock.now();
  const runAt = "ms" in first.wait ? now + first.wait.ms : addWorkingDays(now, first.wait.workingDays);
  enqueue(tx, { kind: STEP_JOB, dedupe, tenant, runAt, payload: run });
  // Notify the worker, because the requesting job runs in a different lane, so its completion does not wake the lane of
  // this job.
  if (notifyWorker) tx.afterCommit(notifyWorker);
}

export function createProviders(db: Database, context: LifecycleContext, speed: Speed): Providers {
  const createPort = (port: PortName): ProviderPort => ({
    name: port,
    capabilities: async () => ({ jobs: scripts.map(({ job }) => job) }),
    submit: async ({ id: askId, job, payload: record, order, merchant }) => {
      const script = scripts.find((item) => item.job === job);
      if (!script) throw new Error(`no script answers ${job}`);
      const entity = assertPresent(context.schemas.entities.get(order.kind), `the entity ${order.kind}`);
      await db.tx(async (tx) => {
        const stage = { entity, record, ending: readAmountEnding(entity, record), speed, clock: context.clock };
        const steps = script.script({ ...stage, market: await readNewest(tx) });
        schedule(tx, context, { dedupe: formatFirstEventKey(askId), tenant: merchant.id, port, askId, steps });
      });
      return { askId, state: "accepted", events: [] };
    },
    query: async (askId) => {
      const known = await db.query("SELECT 1 FROM job WHERE dedupe = $1", [formatFirstEventKey(askId)]);
      return known.length > 0 ? { askId, state: "accepted", events: [] } : "unknown";
    },
    health: async () => ({ ok: true }),
  });
  return Object.fromEntries(PORTS.map(({ name }) => [name, createPort(name)]));
}

/** Returns the handler that delivers an event of a script and enqueues the next one. */
export function createStepHandlers(context: LifecycleContext): Record<string, JobHandler> {
  return {
    [STEP_JOB]: async (job, { db, finish }) => {
      const seal = assertPresent(context.seal, "the seal");
      const at = context.clock.now();
      await db.tx(async (tx) => {
        const { port, askId, steps } = await readRun(tx, job, at);
        const [step, next] = steps;
        if (step) {
          const { event, input } = step;
          await storeEvent(tx, { port, event: { id: job.id, askId, event, at: toIso(at), input }, at }, seal);
        }
        if (next) {
          const dedupe = `${job.id}/${next.event}`;
          schedule(tx, context, { dedupe, tenant: job.tenant, port, askId, steps: steps.slice(1) });
        }
        await finish(tx);
      });
    },
  };
}
