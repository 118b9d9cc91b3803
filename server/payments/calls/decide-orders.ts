/**
 * POST /mer/own/todo/decide {ids, event, reason}: fires one event on records of several kinds that await the user, in
 * one transaction. An id is that of a union row, `<entity>.<key>`. The same guards apply as when a record is decided on
 * its own, and one step-up confirms all records.
 */
import { hasAccess } from "../../core/access.ts";
import type { Actor } from "../../core/actor.ts";
import { Failure } from "../../core/failure.ts";
import { createFieldError } from "../../core/field-error.ts";
import { fire } from "../../lifecycle/fire.ts";
import { canSee } from "@portolan/engine/folder";
import type { Services } from "../../http/services.ts";
import type { Entity } from "@portolan/engine";
import { buildLifecycleContext } from "../../calls/entity/events.ts";
import { handler } from "../../calls/handler.ts";

export const decideOrders = handler("decideOrders", async (call) => {
  const { services, actor, body, lang } = call;
  const { ids, event, reason } = body;
  // Sort the ids, so that concurrent calls cannot deadlock.
  const records = ids.toSorted().map((id, index) => {
    const dot = id.indexOf(".");
    const entity = findDecidable(services, actor, id.slice(0, dot), event);
    if (!entity)
      throw new Failure("invalid", {}, [createFieldError(`/ids/${index}`, "operation", lang, { code: "enum" })]);
    return { entity, id: id.slice(dot + 1) };
  });
  return call.idempotent(async (tx) => {
    const input = reason === undefined ? {} : { reason };
    for (const record of records) await fire(tx, { ...record, event, input, actor }, buildLifecycleContext(call, tx));
    return { decided: ids };
  });
});

/**
 * Returns the entity if this event may be fired on many of its records at once and the user may fire it, otherwise
 * undefined.
 */
function findDecidable(services: Services, actor: Actor, name: string, event: string): Entity | undefined {
  const { schemas } = services;
  const entity = schemas.entities.get(name);
  if (!entity?.list.bulk.includes(event) || !canSee(schemas, name, actor.grants)) return undefined;
  const isOpen = Object.values(entity.calls).some(
    ({ events, access, grant }) =>
      events.includes(event) && hasAccess(services, access, actor.userStatus) && (!grant || actor.grants.has(grant)),
  );
  return isOpen ? entity : undefined;
}
