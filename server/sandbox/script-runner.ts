/**
 * Runs the simulated providers. Each responds to a request with a script of events, and each event is a job on the
 * sandbox clock.
 */
import type { Entity, Row } from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import { enqueue } from "../jobs/queue.ts";
import type { JobHandler } from "../jobs/worker.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { readNewest } from "../payments/rates/market.ts";
import { tryFireEvent } from "../providers/event.ts";
import { PORTS, type PortName, type ProviderPort, type Providers } from "../providers/provider-port.ts";
import type { Database, Tx } from "../store/database.ts";
import { addWorkingDays } from "../payments/rates/working-days.ts";
import { readAmountEnding } from "./amount-script.ts";
import { scripts } from "./providers/index.ts";
import type { ScriptedEvent, Speed } from "./providers/script.ts";

/** Name of the job that fires the next event of a script. */
const STEP_JOB = "sandbox.step";
/**
 * Returns the deduplication key of a script's first event, so that a request that is submitted twice runs its script
 * only once.
 */
const formatFirstEventKey = (askId: string): string => `sandbox/${askId}`;

interface ScriptRun {
  m: string;
  entity: string;
  id: string;
  /** The job and the order version that the script answers. Omitted in jobs stored by earlier releases. */
  job?: string | undefined;
  version?: number | undefined;
  /** Pending events. The property cannot be renamed, because stored jobs contain it. */
  steps: readonly ScriptedEvent[];
}

function findEntity({ schemas }: LifecycleContext, name: string): Entity {
  const entity = schemas.entities.get(name);
  if (!entity) throw new Error(`no entity ${name}`);
  return entity;
}

const isScriptedEvent = (value: unknown): value is ScriptedEvent =>
  typeof value === "object" && value !== null && "event" in value && "wait" in value;

function readRun({ entity, id, job, version, steps }: Row): Omit<ScriptRun, "m"> {
  return {
    entity: String(entity),
    id: String(id),
    ...(typeof job === "string" && typeof version === "number" ? { job, version } : {}),
    steps: Array.isArray(steps) ? steps.filter(isScriptedEvent) : [],
  };
}

/** Enqueues the next event of a script and notifies the worker. Does nothing at the end of the script. */
function schedule(
  tx: Tx,
  { clock, notifyWorker }: LifecycleContext,
  dedupe: string,
  { m: tenant, ...payload }: ScriptRun,
): void {
  const [first] = payload.steps;
  if (!first) return;
  const now = clock.now();
  const runAt = "ms" in first.wait ? now + first.wait.ms : addWorkingDays(now, first.wait.workingDays);
  enqueue(tx, { kind: STEP_JOB, dedupe, tenant, runAt, payload });
  // Notify the worker, because the requesting job runs in a different lane, so its completion does not wake the lane of
  // this job.
  if (notifyWorker) tx.afterCommit(notifyWorker);
}

export function createProviders(db: Database, context: LifecycleContext, speed: Speed): Providers {
  const createPort = (name: PortName): ProviderPort => ({
    name,
    storesAsks: true,
    capabilities: async () => ({ jobs: scripts.map(({ job }) => job) }),
    submit: async (request) => {
      const { payload: record, order, merchant } = request;
      const script = scripts.find(({ job }) => job === request.job);
      if (!script) throw new Error(`no script answers ${request.job}`);
      const entity = findEntity(context, order.kind);
      await db.tx(async (tx) => {
        const stage = { entity, record, ending: readAmountEnding(entity, record), speed, clock: context.clock };
        const steps = script.script({ ...stage, market: await readNewest(tx) });
        const { kind, id, version } = order;
        const run = { m: merchant.id, entity: kind, id, job: request.job, version, steps };
        schedule(tx, context, formatFirstEventKey(request.id), run);
      });
      return { askId: request.id, state: "accepted", events: [] };
    },
    query: async (askId) => {
      const known = await db.query("SELECT 1 FROM job WHERE dedupe = $1", [formatFirstEventKey(askId)]);
      return known.length > 0 ? { askId, state: "accepted", events: [] } : "unknown";
    },
    health: async () => ({ ok: true }),
  });
  return Object.fromEntries(PORTS.map(({ name }) => [name, createPort(name)]));
}

/**
 * Returns the handler that fires an event of a script and enqueues the next one. Skips events for which the order has
 * no transition.
 */
export function createStepHandlers(context: LifecycleContext): Record<string, JobHandler> {
  return {
    [STEP_JOB]: async (job, { db, finish }) => {
      const run = readRun(job.payload);
      const entity = findEntity(context, run.entity);
      const [step, ...rest] = run.steps;
      const request = { order: { id: run.id, version: run.version }, job: run.job };
      await db
        .tx(async (tx) => {
          if (step)
            await tryFireEvent(
              tx,
              { entity, tenant: job.tenant, ask: request },
              { id: job.id, event: step.event, input: step.input },
              context,
            );
          const next = rest[0];
          if (next) schedule(tx, context, `${job.id}/${next.event}`, { ...run, m: job.tenant, steps: rest });
          await finish(tx);
        })
        .catch((error: unknown) => {
          // The operator has changed the order, so the script ends. An optimistic lock conflict (`stale`) is retried
          // instead.
          if (!(error instanceof Failure && error.failure === "transition")) throw error;
        });
    },
  };
}
