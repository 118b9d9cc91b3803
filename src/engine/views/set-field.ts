import { splitMemberId } from "../entity/member-id.ts";
import type { Entity, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import { findChange } from "../operation/record-actions.ts";
import { runOnce } from "../operation/run-once.ts";
import type { Outcome } from "../operation/state.ts";
import type { DirectoryPlan } from "../view-types/directory.ts";

/** Returns the entity and key of the record behind a list row, in a union those of the member. */
export function splitRow(list: Entity, row: Row): { name: string; key: string } {
  const id = String(row[list.key]);
  return list.source === "union" ? splitMemberId(id) : { name: list.name, key: id };
}

/** Returns the field that the star of a row changes. Undefined for members of a union that have none. */
export const findStar = (list: Entity, { star }: DirectoryPlan, row: Row): string | undefined =>
  star && (star.of ? star.of[splitRow(list, row).name] : star.field);

/**
 * Changes a single field of the record behind a list row. Returns undefined when the user may not change the record.
 */
export async function setField(
  ports: Ports,
  list: Entity,
  row: Row,
  { field, value }: { field: string; value: unknown },
): Promise<Outcome | undefined> {
  const { name, key } = splitRow(list, row);
  const entity = list.source === "union" ? await ports.entity(name) : list;
  const call = findChange(entity, "update", ports.granted);
  return call && runOnce(ports, { call, changes: entity.name }, { id: key, [field]: value });
}
