/** Input for a whole number. Digits are grouped except while the input has the focus. */
import { TextControl } from "../controls/TextControl.tsx";
import type { InputProps } from "../controls/model.tsx";

export function IntegerInput(props: InputProps) {
  const { unit } = props.spec;
  const input = (
    <TextControl {...props} grouped attributes={{ inputMode: "numeric", className: "pf-control pf-amount" }} />
  );
  if (unit === undefined) return input;
  return (
    <span className="pf-affix">
      {input}
      <span className="pf-iso">{unit}</span>
    </span>
  );
}
