/** What a reviewer asked for, beside the fields that it is about, when the record is filled in again. */
import type { Entity, Row } from "../entity/entity.ts";
import { LeafNode } from "./nodes.ts";
import { nodeAt } from "./place-errors.ts";
import type { FormStore } from "./store.ts";

/** Notes that refuse nothing and go when the field changes. */
export function placeRemarks(store: FormStore, entity: Entity, record: Row | undefined): void {
  const rows = entity.form.remarks === undefined ? undefined : record?.[entity.form.remarks];
  for (const row of Array.isArray(rows) ? (rows as Row[]) : []) {
    const node = nodeAt(store, `/${String(row["field"])}`);
    if (node instanceof LeafNode && typeof row["reason"] === "string") node.publish({ note: row["reason"] });
  }
}
