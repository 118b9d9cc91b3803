/**
 * Input for an amount with its currency code. Digits are grouped except while the input has the focus. Text that cannot
 * be parsed is kept and reported.
 */
import { TextControl } from "../controls/TextControl.tsx";
import type { InputProps } from "../controls/model.tsx";

export function MoneyInput(props: InputProps) {
  return (
    <span className="pf-affix">
      <TextControl {...props} grouped attributes={{ inputMode: "decimal", className: "pf-control pf-amount" }} />
      <span className="pf-iso">{props.view.unit}</span>
    </span>
  );
}
