/** An e-mail address. */
import { TextControl } from "../controls/TextControl.tsx";
import { type InputProps, useForm } from "../controls/model.tsx";

export function EmailInput(props: InputProps) {
  const { entity } = useForm();
  // Where a password is made, the address is who it is for: password managers need to know.
  const who = entity.source === "call" && entity.fields.some((field) => field.digest === "login");
  // `type="email"` would change what was typed (punycode) before we can read it.
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
