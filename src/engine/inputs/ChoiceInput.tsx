/** Input for one of the schema's fixed values, in schema order. */
import { useMemo } from "react";
import { SelectControl } from "../controls/SelectControl.tsx";
import { type InputProps, useForm } from "../controls/model.tsx";

export function ChoiceInput(props: InputProps) {
  const { store } = useForm();
  const { leaf } = props;
  const choices = useMemo(() => {
    const { field } = leaf;
    const text = (value: unknown) => field.kind.text(value, store.context(leaf));
    if (field.options && "values" in field.options)
      return field.options.values.map((option) => ({ value: option.value, label: text(option.value), option }));
    const values: readonly unknown[] = Array.isArray(field.schema.enum) ? field.schema.enum : [];
    return values.map((value) => ({ value, label: text(value) }));
  }, [leaf, store]);
  return <SelectControl {...props} choices={choices} />;
}
