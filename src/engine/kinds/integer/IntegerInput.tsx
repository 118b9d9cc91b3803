/** A whole number, grouped while it is only read. */
import { TextControl } from "../../form/controls/TextControl.tsx";
import type { InputProps } from "../../form/model.tsx";

export function IntegerInput(props: InputProps) {
  return <TextControl {...props} grouped attributes={{ inputMode: "numeric", className: "pf-control pf-amount" }} />;
}
