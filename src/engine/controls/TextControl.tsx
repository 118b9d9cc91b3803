/** Single-line text input. It is uncontrolled: the DOM and the store hold the value, so typing never re-renders. */
import { type InputHTMLAttributes, useCallback, useState } from "react";
import { bind } from "./bindings.ts";
import { type InputProps, useForm } from "./model.tsx";
import { ungroup } from "../base/amount-format.ts";

export interface TextControlProps extends InputProps {
  /** Whether numbers are shown grouped (`1,234.50`) and edited ungrouped. */
  grouped?: boolean;
  attributes?: InputHTMLAttributes<HTMLInputElement>;
}

/**
 * Text input for a field's value. `attributes` are passed to the `<input>` element.
 * @example
 * <TextControl {...input} attributes={{ inputMode: "numeric" }} />;
 */
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
        // Removes the grouping one frame later, once the click or Tab has placed the caret.
        enter: () =>
          void (grouped && !leaf.raw && requestAnimationFrame(() => document.activeElement === input && plain())),
        // Shows the normalised value: ASCII digits, grouping, no surrounding whitespace.
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
