/** The call `queue`: what waits for this person's look, as a list. Reading it fires the call's event at every row that it leads on from. */
import { canTransition, type CallPlan, type Entity, type Query, type Row } from "../../../src/engine/index.ts";
import { Failure } from "../../core/failure.ts";
import { present } from "../../records/present.ts";
import { fire } from "../../lifecycle/fire.ts";
import type { CallContext, EntityHandler } from "../handler.ts";
import { labelsOf } from "../../records/labels.ts";
import { isOn, queryOf } from "../../records/list-query.ts";
import { readPage } from "../../records/record-sources.ts";

/** What the event does not happen to is left as it is: one's own record, one that a colleague was quicker with. */
const LEFT = new Set(["makerIsChecker", "notGranted", "proofMissing", "totpNeeded", "transition", "stale"]);

export const queue: EntityHandler = async (call, entity) => {
  const asked = queryOf(call, entity);
  const query = waiting(entity, call.route.call, asked.query);
  const reader = { tenant: call.actor.tenant, lang: call.lang };
  const page = await readPage(call.services, entity, query, { ...reader, totals: isOn(asked.given.totals) });
  const list: Row[] = [];
  for (const row of page.list) list.push(await seen(call, entity, row));
  return {
    ...page,
    labels: await labelsOf(call.services, entity, list, reader),
    list: list.map((row) => present(entity, row, call.actor, "list")),
  };
};

/** The query, within the states that the event begins at and leads to. */
function waiting(entity: Entity, call: CallPlan, query: Query): Query {
  const { field, transitions } = entity.lifecycle!;
  const known = new Map<string, Set<string>>();
  const add = (name: string, values: readonly string[]) =>
    known.set(name, new Set([...(known.get(name) ?? []), ...values]));
  for (const { on, from, to, alsoFrom, alsoTo } of transitions) {
    if (!call.events.includes(on)) continue;
    add(field, [...from, to]);
    for (const [axis, values] of Object.entries(alsoFrom ?? {})) add(axis, values);
    for (const [axis, value] of Object.entries(alsoTo ?? {})) add(axis, [value]);
  }
  const own = Object.fromEntries(
    [...known].map(([name, values]) => [name, { style: "is" as const, values: [...values], not: false }]),
  );
  return { ...query, filters: { ...query.filters, ...own } };
}

/** The record after the event, each in a transaction of its own. */
async function seen(call: CallContext, entity: Entity, row: Row): Promise<Row> {
  const { schemas, vocabulary, clock, notifyWorker, seal } = call.services;
  const status = String(row[entity.lifecycle!.field] ?? "");
  const event = entity.lifecycle!.transitions.find(
    (one) => call.route.call.events.includes(one.on) && canTransition(one, status, row),
  )?.on;
  if (event === undefined) return row;
  return call.services.db
    .tx((tx) =>
      fire(
        tx,
        entity,
        String(row[entity.key]),
        event,
        call.actor,
        {},
        { schemas, vocabulary, clock, notifyWorker, seal },
      ),
    )
    .catch((error: unknown) => {
      if (error instanceof Failure && LEFT.has(error.failure)) return row;
      throw error;
    });
}
