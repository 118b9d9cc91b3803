/** Text of several fields of a record, to be pasted elsewhere. */
import { formatCell } from "../cells/cell.tsx";
import type { Entity, Field, Lang, Row } from "../model/entity.ts";
import type { Labels } from "../model/wire.ts";

/** Returns the fields as text with one line per non-empty field (`label: value`). */
export function formatLines(
  entity: Entity,
  fields: readonly Field[],
  { record, labels }: { record: Row; labels: Labels },
  lang: Lang,
): string {
  return fields
    .map((field) => [entity.label(field.name, lang), formatCell({ entity, field, row: record, labels }, lang)])
    .filter(([, text]) => text !== "")
    .map((line) => line.join(": "))
    .join("\n");
}
