import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import type { LifecycleContext, Stored } from "./context.ts";
import { canTransition, type Entity } from "../../src/engine/index.ts";
import { fire } from "./fire.ts";
import { load } from "./store.ts";
import { dueAt } from "./side-effects.ts";
import type { JobHandler } from "../jobs/worker.ts";

/** Someone who acts for a merchant without being its user: the provider or the clock. */
export function systemActor(by: "provider" | "clock", tenant: string, traceId: string): Actor {
  return { by, tenant, grants: new Set(), userStatus: 1, lang: "zh", traceId };
}

/** Fires the clock's event of a lifecycle when its time has come, unless the record has moved on since it was scheduled. */
export function clockEvents(context: LifecycleContext): JobHandler {
  return async (job, { db, finish }) => {
    const {
      entity: name,
      id,
      event,
      version,
    } = job.payload as { entity: string; id: string; event: string; version?: number };
    const entity = context.schemas.entities.get(name);
    if (!entity) throw new Error(`no entity ${name}`);
    await db
      .tx(async (tx) => {
        const record = await load(tx, entity, job.tenant, id);
        if (record && (version === undefined ? isDue(context, entity, record, event) : record.version === version))
          await fire(tx, entity, id, event, systemActor("clock", job.tenant, job.id), {}, context);
        await finish(tx);
      })
      .catch((error: unknown) => {
        // What was due is no longer. A change that only came between (`stale`) is no such word: the job comes back and looks again.
        if (!(error instanceof Failure && error.failure === "transition")) throw error;
      });
  };
}

/** Whether the record waits for the event and its date has come: the date may have been moved meanwhile. */
function isDue({ clock }: LifecycleContext, entity: Entity, { status, data }: Stored, event: string): boolean {
  return (entity.lifecycle?.transitions ?? []).some((transition) => {
    const { on, by, at } = transition;
    const due =
      on === event && by === "clock" && at && canTransition(transition, status, data)
        ? dueAt({ entity, record: data }, at)
        : undefined;
    return due !== undefined && due <= clock.now();
  });
}
