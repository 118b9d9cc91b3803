/** Converts a selection to parameters of the export call. */
import type { Entity, Row } from "../model/entity.ts";
import { toParameter, writeFilter } from "../query/grammar.ts";
import type { Chosen } from "../operation/selection.ts";

/**
 * Maximum length of the ids or the filter in a GET request, in characters. Far below the 16 KB header limit of servers.
 */
const MAX_CHARACTERS = 10_000;
/** Maximum number of values in a filter, as in the query. */
const MAX_VALUES = 200;

/**
 * Returns the parameters that restrict the export to the selected rows. Undefined when they are too long, when too many
 * rows are excluded, or when excluding rows would need a second filter on the key.
 */
export function exportChoice(entity: Entity, query: Row, chosen: Chosen): Row | undefined {
  if (chosen.mode === "some") {
    const ids = [...chosen.rows.keys()].join(",");
    return encodeURIComponent(ids).length <= MAX_CHARACTERS ? { ids } : undefined;
  }
  if (chosen.except.size === 0) return {};
  const name = toParameter(entity.key);
  const filter = writeFilter(
    { style: "is", values: [...chosen.except], not: true },
    entity.field(entity.key).kind.filter,
  );
  const fits =
    filter !== undefined &&
    chosen.except.size <= MAX_VALUES &&
    filter.length <= MAX_CHARACTERS &&
    query[name] === undefined;
  return fits ? { [name]: filter } : undefined;
}
