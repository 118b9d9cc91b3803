/** Input of a branch number, twelve digits. */
import { TextControl } from "../controls/TextControl.tsx";
import type { InputProps } from "../controls/model.tsx";

export function LinkedBankNoInput(props: InputProps) {
  return (
    <TextControl
      {...props}
      attributes={{ inputMode: "numeric", spellCheck: false, className: "pf-control pf-figures" }}
    />
  );
}
