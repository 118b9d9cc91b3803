/** The simulated bank: what `bank.pay` does where no real bank is connected. */
import { randomInt } from "node:crypto";
import type { Entity } from "../../src/engine/index.ts";
import { Failure } from "../failure.ts";
import { machine } from "../jobs/clock-events.ts";
import { enqueue } from "../jobs/queue.ts";
import type { Job, JobHandler } from "../jobs/worker.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { fire } from "../lifecycle/fire.ts";
import { load } from "../lifecycle/store.ts";
import type { Queries } from "../store/database.ts";
import { addWorkingDays } from "./days.ts";
import { endingOf } from "./ending.ts";
import { scriptFor, type BankStep, type Speed } from "./outcome.ts";

/** Name of the job that fires the next step of a script. */
const STEP_JOB = "sandbox.bank";

/** Handlers of the simulated bank by job name. */
export function bankHandlers(context: LifecycleContext, speed: Speed): Record<string, JobHandler> {
  const entityOf = (job: Job): Entity => {
    const entity = context.schemas.entities.get(String(job.payload["entity"]));
    if (!entity) throw new Error(`no entity ${String(job.payload["entity"])}`);
    return entity;
  };
  const next = async (tx: Queries, job: Job, steps: readonly BankStep[]) => {
    const [first] = steps;
    if (!first) return;
    const now = context.clock.now();
    const runAt = "ms" in first.wait ? now + first.wait.ms : addWorkingDays(now, first.wait.workingDays);
    await enqueue(tx, { kind: STEP_JOB, dedupe: `${job.id}/${first.event}`, m: job.m, runAt, payload: { entity: job.payload["entity"], id: job.payload["id"], steps } });
  };
  return {
    "bank.pay": async (job, { db, finish }) => {
      const entity = entityOf(job);
      await db.tx(async (tx) => {
        const record = await load(tx, entity, job.m, String(job.payload["id"]));
        if (!record) throw new Error(`no ${entity.name} ${String(job.payload["id"])}`);
        await next(tx, job, scriptFor(endingOf(entity, record.data), speed, bankReference(context.clock.now())));
        await finish(tx);
      });
    },
    [STEP_JOB]: async (job, { db, finish }) => {
      const entity = entityOf(job);
      const [step, ...rest] = job.payload["steps"] as BankStep[];
      await db.tx(async (tx) => {
        if (step && (await leadsOn(tx, entity, job, step.event))) {
          await fire(tx, entity, String(job.payload["id"]), step.event, machine("provider", job.m, job.id), step.input, context);
        }
        await next(tx, job, rest);
        await finish(tx);
      }).catch((error: unknown) => {
        // The operator was quicker: the script ends.
        if (!(error instanceof Failure && (error.failure === "stale" || error.failure === "transition"))) throw error;
      });
    },
  };
}

async function leadsOn(tx: Queries, entity: Entity, job: Job, event: string): Promise<boolean> {
  const record = await load(tx, entity, job.m, String(job.payload["id"]));
  return (entity.lifecycle?.transitions ?? []).some(({ on, by, from }) => on === event && by === "provider" && from.includes(record?.status ?? ""));
}

/** A number as banks give them. */
export function bankReference(at: number): string {
  const day = new Date(at + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll("-", "");
  return `${day}${String(randomInt(10 ** 10)).padStart(10, "0")}`;
}
