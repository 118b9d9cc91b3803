/**
 * Input for yes or no: a checkbox when the field is optional or only yes is valid, otherwise two radio buttons, or a
 * select in a grid cell.
 */
import { useCallback, useMemo } from "react";
import { bind } from "../controls/bindings.ts";
import { NativeSelect, RadioControl } from "../controls/SelectControl.tsx";
import { type InputProps, useForm } from "../controls/model.tsx";
import type { Field } from "../model/entity.ts";

/** Returns whether the field is rendered as a checkbox, which includes its label. */
export const isTick = (field: Field): boolean =>
  !field.required ||
  field.schema.const === true ||
  (Array.isArray(field.schema.enum) && !field.schema.enum.includes(false));

export function YesNoInput(props: InputProps) {
  return isTick(props.spec.field) ? <Tick {...props} /> : <YesNo {...props} />;
}

function YesNo(props: InputProps) {
  const { store } = useForm();
  const { leaf } = props;
  const choices = useMemo(
    () => [true, false].map((value) => ({ value, label: leaf.field.kind.text(value, store.context(leaf)) })),
    [leaf, store],
  );
  return props.inCell ? <NativeSelect {...props} choices={choices} /> : <RadioControl {...props} choices={choices} />;
}

function Tick({ leaf, aria, spec, view }: InputProps) {
  const { store } = useForm();
  const ref = useCallback(
    (box: HTMLInputElement) => {
      bind(box, { leaf, read: () => store.set(leaf, box.checked) });
      return leaf.attach({
        write: () => {
          box.checked = leaf.value === true;
        },
        focus: () => box.focus(),
      });
    },
    [leaf, store],
  );
  return (
    <label className="pf-tick">
      <input {...aria} ref={ref} type="checkbox" defaultChecked={leaf.value === true} />
      <span data-required={view.demanded ? "" : undefined}>{spec.label}</span>
    </label>
  );
}
