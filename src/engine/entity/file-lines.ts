/** Lines of a file: the rows of one list field, each on its own line with the record's key repeated. */
import type { Entity, Field } from "../model/entity.ts";

/** Returns the list among these fields whose rows become lines of a file, or undefined when files have no lines. */
export const findLines = (entity: Entity, fields: readonly Field[]): Field | undefined =>
  entity.list.import?.key === undefined ? undefined : fields.find(({ items }) => items);
