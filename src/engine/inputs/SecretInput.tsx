/** Password input with a button that reveals the text. */
import { useState } from "react";
import { TextControl } from "../controls/TextControl.tsx";
import { type InputProps, useForm } from "../controls/model.tsx";

export function SecretInput(props: InputProps) {
  const { ports, entity } = useForm();
  const [shown, setShown] = useState(false);
  // Two secrets in a form mean that a new password is being set.
  const fresh = entity.fields.filter((field) => field.kind === props.spec.field.kind).length > 1;
  return (
    <span className="pf-affix pf-holds">
      <TextControl
        {...props}
        attributes={{
          type: shown ? "text" : "password",
          autoComplete: props.spec.field.digest === "login" ? (fresh ? "new-password" : "current-password") : "off",
          spellCheck: false,
          autoCapitalize: "off",
        }}
      />
      <button
        type="button"
        className="pf-inside"
        aria-controls={props.aria.id}
        aria-label={ports.t(shown ? "form.hideSecret" : "form.showSecret")}
        onClick={() => setShown(!shown)}
      >
        {ports.t(shown ? "form.hide" : "form.show")}
      </button>
    </span>
  );
}
