/** Input for a web address. */
import { TextControl } from "../controls/TextControl.tsx";
import type { InputProps } from "../controls/model.tsx";

export const LinkInput = (props: InputProps) => (
  <TextControl
    {...props}
    spec={{ ...props.spec, placeholder: props.spec.placeholder ?? "https://" }}
    attributes={{ inputMode: "url", autoComplete: "url", spellCheck: false, autoCapitalize: "off" }}
  />
);
