/** Handles list queries that are grouped by a field. */
import { type Entity, type GroupTotal, type Query, readGroup, type Row } from "@portolan/engine";
import { readLabels } from "../../records/labels.ts";
import { present } from "../../records/present.ts";
import { readGroups, readPage } from "../../records/record-sources.ts";
import type { CallContext } from "../handler.ts";

/** Returns the groups of the query with the labels of their values, and totals if requested. */
export async function listGroups(
  { services, actor, lang }: CallContext,
  entity: Entity,
  query: Query & { group: string },
  totals: boolean,
): Promise<Row> {
  const reader = { tenant: actor.tenant, lang, actor };
  const { groups, ...more } = await readGroups(services, entity, query, reader);
  // A period is not a field, so it has no mask and no labels.
  const { field, unit } = readGroup(query.group);
  const rows = unit ? [] : groups.map(({ value }): Row => (value === null ? {} : { [field]: value }));
  const shown = unit
    ? groups
    : groups.map((group, index): GroupTotal => {
        const value = present(entity, rows[index] ?? {}, actor, "list")[field];
        return { ...group, value: typeof value === "string" || typeof value === "boolean" ? value : null };
      });
  const whole = totals ? await readPage(services, entity, { ...query, page: 1 }, { ...reader, totals }) : {};
  return { ...whole, ...more, list: [], groups: shown, labels: await readLabels(services, entity, rows, reader) };
}

export const isGrouped = (query: Query): query is Query & { group: string } => query.group !== undefined;
