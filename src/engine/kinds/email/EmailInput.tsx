/** An e-mail address. */
import { TextControl } from "../../form/controls/TextControl.tsx";
import type { InputProps } from "../../form/model.tsx";

export function EmailInput(props: InputProps) {
  // `type="email"` would change what was typed (punycode) before we can read it.
  return <TextControl {...props} attributes={{ inputMode: "email", autoComplete: "email", spellCheck: false, autoCapitalize: "off" }} />;
}
