import type { Entity, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import type { Labels } from "../model/wire.ts";
import { sendCall } from "../operation/send-call.ts";
import { toParameter } from "../query/grammar.ts";
import type { Relation } from "../schema/read-relation.ts";

/** Related records, as loaded. */
export interface RelatedPage {
  other: Entity;
  rows: Row[];
  labels: Labels;
  /** Number of all related records, of which `rows` has the first ones. Undefined when the server does not say. */
  total: number | undefined;
}

/**
 * Loads the first records of another entity that belong to a record, in the order of their list. `size`: one of the page
 * sizes of lists.
 * @example
 * const page = await fetchRelated(ports, { entity: "comment", where: { issueId: "id" } }, { id: "7" }, { size: 50 });
 */
export async function fetchRelated(
  ports: Ports,
  { entity, where }: Relation,
  record: Row,
  { signal, ...parameters }: { size?: number; totals?: 1; signal?: AbortSignal },
): Promise<RelatedPage> {
  const other = await ports.entity(entity);
  const { list } = other.calls;
  if (!list) throw new Error(`${entity} has no call that loads a list`);
  const filters = Object.entries(where).map(([theirs, own]) => [toParameter(theirs), record[own]]);
  const page = await sendCall(ports, list, { ...Object.fromEntries(filters), ...parameters }, signal ? { signal } : {});
  const { list: rows = [], labels = {}, total } = page;
  return { other, rows, labels, total: typeof total === "number" ? total : undefined };
}
