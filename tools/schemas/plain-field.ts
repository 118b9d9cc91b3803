import { kindOf } from "../../src/payments/compiler.ts";
import type { Field, FieldPlan } from "../../src/engine/index.ts";

/** Returns a field with its kind and without the fields of its rows: what its kind needs to make sample values. */
export function plainField({ items: _rows, item, kind, ...field }: FieldPlan): Field {
  return { ...field, kind: kindOf(kind), ...(item && { item: plainField(item) }) };
}
