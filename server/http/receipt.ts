import { evaluate, maskRow, recordScope, type Entity, type Row } from "../../src/engine/index.ts";

/** What the receipt prints, masked for it; nothing while the record has none. */
export function receiptOf(entity: Entity, record: Row): Row | undefined {
  const { receipt } = entity;
  if (!receipt) return undefined;
  if (receipt.when && evaluate(receipt.when, { self: recordScope(entity.fields, record) }) !== true) return undefined;
  const shown = maskRow(entity, record, "receipt");
  return Object.fromEntries(receipt.fields.flatMap((name) => (shown[name] === undefined ? [] : [[name, shown[name]]])));
}
