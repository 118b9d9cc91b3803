/** Multi-line text input. Enter inserts a line break. */
import { useCallback, useState } from "react";
import { bind } from "../controls/bindings.ts";
import { type InputProps, useForm } from "../controls/model.tsx";

export function LongTextInput({ leaf, aria, spec }: InputProps) {
  const { store } = useForm();
  const [first] = useState(() => store.edit(leaf));
  const ref = useCallback(
    (area: HTMLTextAreaElement) => {
      bind(area, { leaf, read: () => store.type(leaf, area.value) });
      return leaf.attach({
        write: () => {
          area.value = store.edit(leaf);
        },
        focus: () => area.focus(),
      });
    },
    [leaf, store],
  );
  return (
    <textarea
      {...aria}
      ref={ref}
      className="pf-control pf-area"
      rows={3}
      placeholder={spec.placeholder}
      defaultValue={first}
    />
  );
}
