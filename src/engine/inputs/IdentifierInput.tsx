/**
 * Input for numbers and codes as text, without spell checking and automatic capitalisation. Shows the numeric keyboard
 * when only digits are valid, and lets the device autofill one-time codes.
 */
import { TextControl } from "../controls/TextControl.tsx";
import type { InputProps } from "../controls/model.tsx";

const DIGITS_ONLY = /^\^?(\[0-9\]|\\d)[{+*]/;

/**
 * Text input for a number or code.
 * @example
 * const skin = { Input: IdentifierInput };
 */
export function IdentifierInput(props: InputProps) {
  const { send, sensitive, schema } = props.spec.field;
  const { pattern, format } = schema;
  const digits = format === undefined && typeof pattern === "string" && DIGITS_ONLY.test(pattern);
  return (
    <TextControl
      {...props}
      attributes={{
        autoComplete: send || (digits && sensitive) ? "one-time-code" : "off",
        inputMode: digits ? "numeric" : "text",
        spellCheck: false,
        autoCapitalize: "off",
        autoCorrect: "off",
        className: "pf-control pf-figures",
      }}
    />
  );
}
