/** Input for a time of day as HH:mm. Digits without a colon are accepted. */
import { TextControl } from "../controls/TextControl.tsx";
import type { InputProps } from "../controls/model.tsx";

export const TimeInput = (props: InputProps) => (
  <TextControl
    {...props}
    spec={{ ...props.spec, placeholder: props.spec.placeholder ?? "HH:mm" }}
    attributes={{ inputMode: "numeric", autoComplete: "off", maxLength: 12 }}
  />
);
