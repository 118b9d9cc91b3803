import { kindOf } from "../../src/payments/compiler.ts";
import type { Field, FieldPlan } from "@portolan/engine";

/** Returns a field with its kind but without the fields of its rows, as needed to generate sample values. */
export function omitRowFields({ items: _rows, item, kind, ...field }: FieldPlan): Field {
  return { ...field, kind: kindOf(kind), ...(item && { item: omitRowFields(item) }) };
}
