import { compact, fitsText, narrow, stringKind } from "../shared.ts";

/**
 * A number or code that names something: order numbers, account numbers. Digits stay text, so that no zero is lost. Spaces and hyphens from
 * writing it in groups go where the field's pattern only accepts the value without them.
 */
export const identifier = stringKind({
  name: "identifier",
  clean(value, { field }) {
    const plain = narrow(value);
    return !fitsText(field.schema, plain) && fitsText(field.schema, compact(plain)) ? compact(plain) : plain;
  },
  ellipsis: "middle",
  width: 200,
  examples: ["WD20261121000001", "6222021202041234567", "310000", "00123456"],
  filler: "7",
});
