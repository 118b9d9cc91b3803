/** One line of text; the value stands in the DOM and the store, React renders only what is new around it. */
import { type InputHTMLAttributes, useCallback, useState } from "react";
import { bind } from "./bindings.ts";
import { type InputProps, useForm } from "./model.tsx";
import { ungroup } from "../base/ungroup.ts";

export interface TextControlProps extends InputProps {
  /** Figures read grouped (`1,234.50`) and are edited plain. */
  grouped?: boolean;
  attributes?: InputHTMLAttributes<HTMLInputElement>;
}

export function TextControl({ leaf, aria, spec, grouped = false, attributes }: TextControlProps) {
  const { store } = useForm();
  const [first] = useState(() => (grouped ? store.text(leaf) : store.edit(leaf)));
  const ref = useCallback(
    (input: HTMLInputElement) => {
      const plain = () => {
        const { selectionStart, selectionEnd } = input;
        const next = ungroup(input.value, selectionStart ?? 0, selectionEnd ?? 0);
        if (next.text === input.value) return;
        input.value = next.text;
        input.setSelectionRange(next.start, next.end);
      };
      bind(input, {
        leaf,
        read: () => store.type(leaf, input.value),
        // After the click or Tab that brought the focus has put the caret where it belongs.
        enter: () =>
          void (grouped && !leaf.raw && requestAnimationFrame(() => document.activeElement === input && plain())),
        // What was understood, as it will be read: narrow digits, groups, no stray spaces.
        leave: () => {
          const text = grouped ? store.text(leaf) : store.edit(leaf);
          if (!leaf.raw && input.value !== text) input.value = text;
        },
      });
      return leaf.attach({
        write: () => {
          input.value = grouped && document.activeElement !== input ? store.text(leaf) : store.edit(leaf);
        },
        focus: () => input.focus(),
      });
    },
    [leaf, store, grouped],
  );
  return (
    <input
      {...aria}
      ref={ref}
      className="pf-control"
      type="text"
      autoComplete="off"
      placeholder={spec.placeholder}
      defaultValue={first}
      {...attributes}
    />
  );
}
