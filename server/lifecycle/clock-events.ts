import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import type { LifecycleContext, Stored } from "./context.ts";
import { canTransition, type Entity } from "@portolan/engine";
import { fire } from "./fire.ts";
import { load } from "./store.ts";
import { computeDueAt } from "./side-effects.ts";
import type { JobHandler } from "../jobs/worker.ts";

/** Returns an actor that acts for a tenant without being one of its users: a provider, the clock or another record. */
export function createSystemActor(by: "provider" | "clock" | "record", tenant: string, traceId: string): Actor {
  return { by, tenant, grants: new Set(), userStatus: 1, lang: "zh", traceId };
}

/**
 * Returns the handler of clock jobs. Fires the event if the record still has the version that it was scheduled for or,
 * for an event at a date in the record, if the event is due.
 */
export function createClockEventHandler(context: LifecycleContext): JobHandler {
  return async (job, { db, finish }) => {
    const { version } = job.payload;
    const [id, event] = [String(job.payload["id"]), String(job.payload["event"])];
    const name = String(job.payload["entity"]);
    const entity = context.schemas.entities.get(name);
    if (!entity) throw new Error(`no entity ${name}`);
    await db
      .tx(async (tx) => {
        const record = await load(tx, entity, job.tenant, id);
        if (record && (version === undefined ? isDue(context, entity, record, event) : record.version === version))
          await fire(
            tx,
            { entity, id, event, actor: createSystemActor("clock", job.tenant, job.id), input: {} },
            context,
          );
        await finish(tx);
      })
      .catch((error: unknown) => {
        // `transition` means that the event no longer applies. Rethrow any other failure, such as a version conflict
        // (`stale`), so that the job is retried and checks again.
        if (!(error instanceof Failure && error.failure === "transition")) throw error;
      });
  };
}

/**
 * Returns whether the record still waits for the event and the event is due. The date may have been changed meanwhile.
 */
function isDue({ clock }: LifecycleContext, entity: Entity, { status, data }: Stored, event: string): boolean {
  return (entity.lifecycle?.transitions ?? []).some((transition) => {
    const { on, by, at } = transition;
    const due =
      on === event && by === "clock" && at && canTransition(transition, status, data)
        ? computeDueAt({ entity, record: data }, at)
        : undefined;
    return due !== undefined && due <= clock.now();
  });
}
