/** Input for a single line of text. */
import { TextControl } from "../controls/TextControl.tsx";
import { type InputProps, useForm } from "../controls/model.tsx";

export function TextInput(props: InputProps) {
  const { entity } = useForm();
  // Marks the first text field of a sign-in form as the user name for password managers.
  const who =
    entity.source === "call" &&
    entity.fields[0] === props.spec.field &&
    entity.fields.some((field) => field.digest === "login");
  return (
    <TextControl
      {...props}
      {...(who && { attributes: { autoComplete: "username", spellCheck: false, autoCapitalize: "off" } })}
    />
  );
}
