import { useState } from "react";
import { type InputProps, useForm } from "../controls/model.tsx";
import { SecretInput } from "./SecretInput.tsx";

/**
 * Input for a secret that is stored. No response contains the secret, so the input starts empty and shows whether a
 * secret is set. Leaving it empty keeps the secret, typing replaces it, and a button removes it unless it is required.
 */
export function SealedInput(props: InputProps) {
  const { leaf, spec, view } = props;
  const { store, ports } = useForm();
  const [removing, setRemoving] = useState(leaf.value === null);
  if (!store.keepsSecret(leaf.field)) return <SecretInput {...props} />;
  const setRemoved = (removed: boolean) => {
    setRemoving(removed);
    store.set(leaf, removed ? null : undefined);
  };
  const isSet = store.hasSecret(leaf.field);
  const state = isSet === undefined ? "form.secretKept" : isSet ? "form.secretSet" : "form.secretUnset";
  // A required secret can only be replaced, not removed.
  const removable = isSet !== false && !leaf.field.required && !view.demanded;
  return (
    <span className="pf-sealed">
      {removing ? (
        <output {...props.aria} className="pf-control" data-look="fixed" tabIndex={-1}>
          {ports.t("form.secretRemoved")}
        </output>
      ) : (
        <SecretInput {...props} spec={{ ...spec, placeholder: ports.t(state) }} />
      )}
      {removable && (
        <button
          type="button"
          className="btn"
          data-small
          data-quiet
          aria-label={`${ports.t(removing ? "form.secretKeep" : "form.remove")} ${spec.label}`}
          onClick={() => setRemoved(!removing)}
        >
          {ports.t(removing ? "form.secretKeep" : "form.remove")}
        </button>
      )}
    </span>
  );
}
