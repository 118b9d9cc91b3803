/**
 * Describes what the records of a union wait for. Rows that wait for the user get a sentence from their entity and the
 * event to fire, all others the day on which they are expected to complete.
 */
import { canTransition, formatDay, formatLocalDay, type Entity, type Row } from "@portolan/engine";
import { type Actor, isUser } from "../core/actor.ts";
import { listCodes, localizeReasons } from "../lifecycle/reasons.ts";
import { findCompletion, findEndOfState } from "../lifecycle/deadline.ts";
import { readStates } from "./read-states.ts";
import { formatSentence } from "./sentences.ts";
import type { RecordServices } from "./services.ts";

/** Fields of a union for the sentence, the event and the day, which the server adds. */
const SAYS = "says";
const DOES = "does";
const DUE = "due";

/** Returns whether the entity is a union with the field `says`. */
export const isSayingWhatWaits = (entity: Entity): boolean =>
  entity.source === "union" && entity.fields.some(({ name }) => name === SAYS);

/**
 * Returns the rows, with `says` and `does` added to those that wait for the user, and to the others `due`, the day on
 * which the clock completes them, in place of a day that their entity maps.
 */
export async function describePending(services: RecordServices, rows: readonly Row[], actor: Actor): Promise<Row[]> {
  const added = new Map<string, Row>();
  for (const name of new Set(rows.map((row) => String(row["entity"])))) {
    const entity = services.schemas.entities.get(name);
    const ids = rows.filter((row) => row["entity"] === name).map((row) => String(row["id"]).slice(name.length + 1));
    if (entity)
      for (const [id, texts] of await describe(services, entity, ids, actor)) added.set(`${name}.${id}`, texts);
  }
  return rows.map((row) => {
    const { [DUE]: due, ...texts } = added.get(String(row["id"])) ?? {};
    return { ...row, ...(row["turn"] === "you" ? texts : due !== undefined && { [DUE]: due }) };
  });
}

async function describe(
  { db, schemas }: RecordServices,
  entity: Entity,
  ids: readonly string[],
  actor: Actor,
): Promise<Map<string, Row>> {
  const records = await readStates(db, entity, actor.tenant, ids);
  const { lang } = actor;
  return new Map(
    records.map(({ id, status, data, since }) => {
      const end = findEndOfState(entity, data, status, since);
      const completed = findCompletion(entity, data, status, since) ?? Number.NaN;
      const until = end === undefined || Number.isNaN(end) ? undefined : formatLocalDay(end, entity.dialect.zone, lang);
      const record = localizeReasons(listCodes(schemas, lang), entity, data, lang);
      const says = formatSentence(entity, `says.${status}`, { record, lang, ...(until && { more: { until } }) });
      const does = findStep(entity, status, data, actor);
      return [
        id,
        {
          ...(says && { [SAYS]: says }),
          ...(does && { [DOES]: entity.eventLabel(does, lang) ?? does }),
          ...(!Number.isNaN(completed) && { [DUE]: formatDay(completed, entity.dialect.zone) }),
        },
      ];
    }),
  );
}

/**
 * Returns the first event that the user may fire, except events that keep the state or lead to an unsuccessful final
 * state. Returns undefined if there is none.
 */
function findStep(entity: Entity, status: string, data: Row, actor: Actor): string | undefined {
  const { lifecycle } = entity;
  const isDeadEnd = (state: string) =>
    lifecycle?.states.some(({ name, final, tone }) => name === state && final && tone !== "success");
  return lifecycle?.transitions.find(
    (transition) =>
      isUser(transition) &&
      canTransition(transition, status, data) &&
      transition.to !== status &&
      !isDeadEnd(transition.to) &&
      (!transition.grant || actor.grants.has(transition.grant)),
  )?.on;
}
