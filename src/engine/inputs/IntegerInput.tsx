/** Input for a whole number, shown with digit grouping when read-only. */
import { TextControl } from "../controls/TextControl.tsx";
import type { InputProps } from "../controls/model.tsx";

export function IntegerInput(props: InputProps) {
  return <TextControl {...props} grouped attributes={{ inputMode: "numeric", className: "pf-control pf-amount" }} />;
}
