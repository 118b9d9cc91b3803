/** Input for a rate with all its decimal places. */
import { TextControl } from "../controls/TextControl.tsx";
import type { InputProps } from "../controls/model.tsx";

export function RateInput(props: InputProps) {
  return <TextControl {...props} attributes={{ inputMode: "decimal", className: "pf-control pf-amount" }} />;
}
