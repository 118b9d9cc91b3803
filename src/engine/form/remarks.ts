/** What a reviewer asked for, when the record is filled in again: above the fields, and beside those that it is about. */
import type { Entity, Row } from "../model/entity.ts";
import { type FormNode, LeafNode } from "../form-store/nodes.ts";
import { nodeAt } from "../form-store/place-errors.ts";
import type { FormStore } from "../form-store/store.ts";

export interface Remark {
  /** The field that it is about. */
  node: FormNode;
  text: string;
}

/** The remarks on a record. Their notes beside the fields refuse nothing and go when the field changes. */
export function placeRemarks(store: FormStore, entity: Entity, record: Row | undefined): Remark[] {
  const rows = entity.form.remarks === undefined ? undefined : record?.[entity.form.remarks];
  return (Array.isArray(rows) ? (rows as Row[]) : []).flatMap((row) => {
    const node = nodeAt(store, `/${String(row["field"])}`);
    const text = row["reason"];
    if (!node || typeof text !== "string") return [];
    if (node instanceof LeafNode) node.publish({ note: text });
    return [{ node, text }];
  });
}
