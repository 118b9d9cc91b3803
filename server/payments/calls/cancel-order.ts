/**
 * POST /m/sys/order/cancel (C58): cancels an order by its number. Searches the orders of all entities that have the
 * event and that the user may open.
 */
import { Failure } from "../../core/failure.ts";
import { handler } from "../../calls/handler.ts";
import { fireEvent } from "../../calls/entity/events.ts";
import { canSee } from "@portolan/engine/folder";
import { load } from "../../lifecycle/store.ts";

const EVENT = "cancel";

export const cancelOrder = handler("cancelOrder", async (call) => {
  const { services, actor, body } = call;
  const id = body.orderNo;
  return call.idempotent(async (tx) => {
    for (const entity of services.schemas.entities.values()) {
      const knows = entity.lifecycle?.transitions.some(
        (transition) => transition.on === EVENT && transition.by === "merchant",
      );
      if (!knows || !canSee(services.schemas, entity.name, actor.grants) || !(await load(tx, entity, actor.tenant, id)))
        continue;
      return { record: await fireEvent(call, tx, { entity, id, event: EVENT, input: {} }) };
    }
    throw new Failure("notFound");
  });
});
