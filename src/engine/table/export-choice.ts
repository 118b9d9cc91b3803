/** A selection as parameters of the export call. */
import type { Entity, Row } from "../model/entity.ts";
import { parameterOf, writeFilter } from "../query/grammar.ts";
import type { Chosen } from "../operation/selection.ts";

/** Most characters of ids in a GET: far below the 16 KB that servers take as a head. */
const MOST_CHARACTERS = 10_000;
/** The query's own limit of values in one filter. */
const MOST_VALUES = 200;

/**
 * What the call needs beside the list's query so that the file holds the chosen rows and no other. Undefined when they are too many to name
 * one by one: then a filter says it better.
 */
export function exportChoice(entity: Entity, query: Row, chosen: Chosen): Row | undefined {
  if (chosen.mode === "some") {
    const ids = [...chosen.rows.keys()].join(",");
    return encodeURIComponent(ids).length <= MOST_CHARACTERS ? { ids } : undefined;
  }
  if (chosen.except.size === 0) return {};
  const name = parameterOf(entity.key);
  const filter = writeFilter(
    { style: "is", values: [...chosen.except], not: true },
    entity.field(entity.key).kind.filter,
  );
  const fits =
    filter !== undefined &&
    chosen.except.size <= MOST_VALUES &&
    filter.length <= MOST_CHARACTERS &&
    query[name] === undefined;
  return fits ? { [name]: filter } : undefined;
}
