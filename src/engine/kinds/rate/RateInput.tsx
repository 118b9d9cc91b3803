/** A rate, as many digits as were agreed. */
import { TextControl } from "../../form/controls/TextControl.tsx";
import type { InputProps } from "../../form/model.tsx";

export function RateInput(props: InputProps) {
  return <TextControl {...props} attributes={{ inputMode: "decimal", className: "pf-control pf-amount" }} />;
}
