/** Shows review remarks on a record that the user fills in again. */
import { listObjects } from "../base/guards.ts";
import type { Entity, Row } from "../model/entity.ts";
import { type FormNode, LeafNode } from "../form-store/nodes.ts";
import type { FormStore } from "../form-store/store.ts";

export interface Remark {
  /** The field that the remark concerns. */
  node: FormNode;
  text: string;
}

/**
 * Shows each remark as a notice next to its field and returns all remarks. A notice does not block submission and
 * disappears when its field changes. List fields cannot show notices, so their remarks are only returned.
 */
export function placeRemarks(store: FormStore, entity: Entity, record: Row | undefined): Remark[] {
  const rows = entity.form.remarks === undefined ? undefined : record?.[entity.form.remarks];
  return listObjects(rows).flatMap((row) => {
    const node = store.root.child(String(row["field"]));
    const text = row["reason"];
    if (!node || typeof text !== "string") return [];
    if (node instanceof LeafNode) node.publish({ note: text });
    return [{ node, text }];
  });
}
