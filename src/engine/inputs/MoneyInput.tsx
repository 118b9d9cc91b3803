/** An amount with its currency's code: grouped while it is only read, plain while it is edited; what cannot be read is said, never eaten. */
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
