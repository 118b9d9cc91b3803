/** Input for an email address. */
import { TextControl } from "../controls/TextControl.tsx";
import { type InputProps, useForm } from "../controls/model.tsx";

export function EmailInput(props: InputProps) {
  const { entity } = useForm();
  // In a form that sets a password, the address is the user name for password managers.
  const who = entity.source === "call" && entity.fields.some((field) => field.digest === "login");
  // `type="email"` would convert the typed text (to punycode) before it can be read.
  return (
    <TextControl
      {...props}
      attributes={{
        inputMode: "email",
        autoComplete: who ? "username" : "email",
        spellCheck: false,
        autoCapitalize: "off",
      }}
    />
  );
}
