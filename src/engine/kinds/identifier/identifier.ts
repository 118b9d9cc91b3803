import { removeSpaces, isFittingText, toHalfWidth, createStringKind } from "../shared.ts";

/**
 * A number or code that identifies something, such as an order or account number. Stored as text, so that leading zeros
 * are kept. Spaces and hyphens between groups are removed if the field's schema accepts the value only without them.
 */
export const identifier = createStringKind({
  name: "identifier",
  clean(value, { field }) {
    const plain = toHalfWidth(value);
    return !isFittingText(field.schema, plain) && isFittingText(field.schema, removeSpaces(plain))
      ? removeSpaces(plain)
      : plain;
  },
  ellipsis: "middle",
  width: 200,
  examples: ["WD20261121000001", "6222021202041234567", "310000", "00123456"],
  filler: "7",
});
