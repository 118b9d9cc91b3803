/** Plays the scripts of the simulated providers, where no real one is connected: each step is a job of its own, on the sandbox clock. */
import { leadsOn as leadsFrom, type Entity } from "../../src/engine/index.ts";
import { Failure } from "../core/failure.ts";
import { machine } from "../lifecycle/clock-events.ts";
import { enqueue } from "../jobs/queue.ts";
import type { Job, JobHandler } from "../jobs/worker.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { fire } from "../lifecycle/fire.ts";
import { requireBooksToGoOn } from "../payments/effects/outgoing.ts";
import { load } from "../lifecycle/store.ts";
import { newest } from "../payments/rates/market.ts";
import type { Queries, Tx } from "../store/database.ts";
import { addWorkingDays } from "./days.ts";
import { endingOf } from "./ending.ts";
import { providers } from "./providers/index.ts";
import type { Provider, ProviderStep, Speed } from "./providers/provider.ts";

/** Name of the job that fires the next step of a script. */
const STEP_JOB = "sandbox.step";

/** Handlers of the simulated providers by job name. */
export function providerHandlers(
  context: LifecycleContext,
  speed: Speed,
  booksCloseMs?: number,
): Record<string, JobHandler> {
  const entityOf = (job: Job): Entity => {
    const entity = context.schemas.entities.get(String(job.payload["entity"]));
    if (!entity) throw new Error(`no entity ${String(job.payload["entity"])}`);
    return entity;
  };
  const next = (tx: Tx, job: Job, steps: readonly ProviderStep[]) => {
    const [first] = steps;
    if (!first) return;
    const now = context.clock.now();
    const runAt = "ms" in first.wait ? now + first.wait.ms : addWorkingDays(now, first.wait.workingDays);
    enqueue(tx, {
      kind: STEP_JOB,
      dedupe: `${job.id}/${first.event}`,
      m: job.m,
      runAt,
      payload: { entity: job.payload["entity"], id: job.payload["id"], steps },
    });
  };
  const begin =
    (provider: Provider): JobHandler =>
    async (job, { db, finish }) => {
      const entity = entityOf(job);
      await db.tx(async (tx) => {
        const stored = await load(tx, entity, job.m, String(job.payload["id"]));
        if (!stored) throw new Error(`no ${entity.name} ${String(job.payload["id"])}`);
        await requireBooksToGoOn(tx, job.m, { kind: entity.name, id: stored.id }, booksCloseMs);
        const record = stored.data;
        const market = await newest(tx);
        next(
          tx,
          job,
          provider.script({ entity, record, ending: endingOf(entity, record), speed, clock: context.clock, market }),
        );
        await finish(tx);
      });
    };
  return {
    ...Object.fromEntries(providers.map((provider) => [provider.job, begin(provider)])),
    [STEP_JOB]: async (job, { db, finish }) => {
      const entity = entityOf(job);
      const [step, ...rest] = job.payload["steps"] as ProviderStep[];
      await db
        .tx(async (tx) => {
          if (step && (await leadsOn(tx, entity, job, step.event))) {
            await fire(
              tx,
              entity,
              String(job.payload["id"]),
              step.event,
              machine("provider", job.m, job.id),
              step.input,
              context,
            );
          }
          next(tx, job, rest);
          await finish(tx);
        })
        .catch((error: unknown) => {
          // The operator was quicker: the script ends. A change that only came between (`stale`) does not end it.
          if (!(error instanceof Failure && error.failure === "transition")) throw error;
        });
    },
  };
}

async function leadsOn(tx: Queries, entity: Entity, job: Job, event: string): Promise<boolean> {
  const record = await load(tx, entity, job.m, String(job.payload["id"]));
  return (entity.lifecycle?.transitions ?? []).some(
    (one) =>
      one.on === event && one.by === "provider" && record !== undefined && leadsFrom(one, record.status, record.data),
  );
}
