/** Input for one of the schema's fixed values, in schema order. */
import { useMemo } from "react";
import { SelectControl } from "../controls/SelectControl.tsx";
import { type InputProps, useForm } from "../controls/model.tsx";

export function ChoiceInput(props: InputProps) {
  const { store } = useForm();
  const { leaf } = props;
  const choices = useMemo(() => {
    const { field } = leaf;
    const values: readonly unknown[] =
      field.options && "values" in field.options
        ? field.options.values.map((option) => option.value)
        : Array.isArray(field.schema.enum)
          ? field.schema.enum
          : [];
    return values.map((value) => ({ value, label: field.kind.text(value, store.context(leaf)) }));
  }, [leaf, store]);
  return <SelectControl {...props} choices={choices} />;
}
