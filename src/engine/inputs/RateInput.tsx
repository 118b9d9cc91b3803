/** Input of a rate, with all its decimals. */
import { TextControl } from "../controls/TextControl.tsx";
import type { InputProps } from "../controls/model.tsx";

export function RateInput(props: InputProps) {
  return <TextControl {...props} attributes={{ inputMode: "decimal", className: "pf-control pf-amount" }} />;
}
