/** Input for the 12-digit bank branch number (linked bank number). */
import { type InputProps, TextControl } from "@portolan/engine/ui";

export function LinkedBankNoInput(props: InputProps) {
  return (
    <TextControl
      {...props}
      attributes={{ inputMode: "numeric", spellCheck: false, className: "pf-control pf-figures" }}
    />
  );
}
