/**
 * The call `queue`: lists records that are waiting for the user. Listing a record fires the call's event on it, if the
 * event applies.
 */
import { canTransition, type CallPlan, type Entity, type Query, type Row } from "@portolan/engine";
import { Failure } from "../../core/failure.ts";
import { present } from "../../records/present.ts";
import { fire } from "../../lifecycle/fire.ts";
import { requireLifecycle } from "../../lifecycle/values.ts";
import type { CallContext, EntityHandler } from "../handler.ts";
import { isGrouped, listGroups } from "./group-call.ts";
import { readLabels } from "../../records/labels.ts";
import { isOn, readListQuery } from "../../records/list-query.ts";
import { countViews, readPage } from "../../records/record-sources.ts";

/**
 * Failures after which a row is listed unchanged: the user may not fire the event, for example as the record's maker or
 * without a required step-up, or another user has processed the record meanwhile.
 */
const LEFT = new Set(["makerIsChecker", "notGranted", "proofMissing", "totpNeeded", "transition", "stale"]);

export const queue: EntityHandler = async (call, entity) => {
  const request = readListQuery(call, entity);
  const query = restrictToQueue(entity, call.route.call, request.query);
  if (isGrouped(query)) return listGroups(call, entity, query, isOn(request.given.totals));
  const reader = { tenant: call.actor.tenant, lang: call.lang, actor: call.actor };
  const page = await readPage(call.services, entity, query, { ...reader, totals: isOn(request.given.totals) });
  const list: Row[] = [];
  for (const row of page.list) list.push(await fireQueueEvent(call, entity, row));
  return {
    ...page,
    ...(isOn(request.given.viewCounts) && { viewCounts: await countViews(call.services, entity, query, reader) }),
    labels: await readLabels(call.services, entity, list, reader),
    list: list.map((row) => present(entity, row, call.actor, "list")),
  };
};

/** Restricts the query to the states before and after the call's events. */
function restrictToQueue(entity: Entity, call: CallPlan, query: Query): Query {
  const { field, transitions } = requireLifecycle(entity);
  const cache = new Map<string, Set<string>>();
  const add = (name: string, values: readonly string[]) =>
    cache.set(name, new Set([...(cache.get(name) ?? []), ...values]));
  for (const { on, from, to, alsoFrom, alsoTo } of transitions) {
    if (!call.events.includes(on)) continue;
    add(field, [...from, to]);
    for (const [axis, values] of Object.entries(alsoFrom ?? {})) add(axis, values);
    for (const [axis, value] of Object.entries(alsoTo ?? {})) add(axis, [value]);
  }
  const own = Object.fromEntries(
    [...cache].map(([name, values]) => [name, { style: "is" as const, values: [...values], not: false }]),
  );
  return { ...query, filters: { ...query.filters, ...own } };
}

/**
 * Fires the event on a row in a separate transaction and returns the updated record. Returns the row unchanged when no
 * event applies, or after a failure in `LEFT`.
 */
async function fireQueueEvent(call: CallContext, entity: Entity, row: Row): Promise<Row> {
  const { schemas, vocabulary, clock, notifyWorker, seal } = call.services;
  const { field, transitions } = requireLifecycle(entity);
  const status = String(row[field] ?? "");
  const event = transitions.find(
    (transition) => call.route.call.events.includes(transition.on) && canTransition(transition, status, row),
  )?.on;
  if (event === undefined) return row;
  return call.services.db
    .tx((tx) =>
      fire(
        tx,
        { entity, id: String(row[entity.key]), event, actor: call.actor, input: {} },
        { schemas, vocabulary, clock, notifyWorker, seal },
      ),
    )
    .catch((error: unknown) => {
      if (error instanceof Failure && LEFT.has(error.failure)) return row;
      throw error;
    });
}
