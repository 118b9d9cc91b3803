/** Numbers and codes that are text: no spelling, no capitals of its own; the digit pad where only digits fit. */
import { TextControl } from "../../form/controls/TextControl.tsx";
import type { InputProps } from "../../form/model.tsx";

const DIGITS_ONLY = /^\^?(\[0-9\]|\\d)[{+*]/;

export function IdentifierInput(props: InputProps) {
  const { pattern, format } = props.spec.field.schema;
  const digits = format === undefined && typeof pattern === "string" && DIGITS_ONLY.test(pattern);
  return <TextControl {...props} attributes={{ inputMode: digits ? "numeric" : "text", spellCheck: false, autoCapitalize: "off", autoCorrect: "off", className: "pf-control pf-figures" }} />;
}
