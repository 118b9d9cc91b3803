/** Input of an amount with its currency code: grouped when read-only, plain while edited. Reports text that it cannot parse and keeps it. */
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
