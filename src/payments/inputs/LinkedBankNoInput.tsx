/** Input of a branch number, twelve digits. */
import { type InputProps, TextControl } from "../../engine/ui.tsx";

export function LinkedBankNoInput(props: InputProps) {
  return (
    <TextControl
      {...props}
      attributes={{ inputMode: "numeric", spellCheck: false, className: "pf-control pf-figures" }}
    />
  );
}
