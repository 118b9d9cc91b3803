/** A telephone number; the numbering plans arrive when somebody starts to type one. */
import { useEffect } from "react";
import { TextControl } from "../../form/controls/TextControl.tsx";
import type { InputProps } from "../../form/model.tsx";

export function PhoneInput(props: InputProps) {
  const { kind } = props.spec.field;
  useEffect(() => {
    // Without them a lighter check holds; the server has the whole one.
    kind.prepare?.().catch(() => undefined);
  }, [kind]);
  return <TextControl {...props} attributes={{ type: "tel", inputMode: "tel", autoComplete: "tel" }} />;
}
