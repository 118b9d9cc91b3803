/** Input for a currency: one of the schema's values, or without them any currency whose minor units are known. */
import { useMemo } from "react";
import { readEnum } from "../kinds/shared.ts";
import { SelectControl } from "../controls/SelectControl.tsx";
import { type InputProps, useForm } from "../controls/model.tsx";

export function CurrencyInput(props: InputProps) {
  const { store, entity } = useForm();
  const { leaf } = props;
  const choices = useMemo(() => {
    const { field } = leaf;
    const codes =
      (field.options && "values" in field.options
        ? field.options.values.map((option) => option.value)
        : readEnum(field)) ?? Object.keys(entity.minorUnits);
    return codes.map((value) => ({ value, label: field.kind.text(value, store.context(leaf)) }));
  }, [leaf, store, entity]);
  return <SelectControl {...props} choices={choices} />;
}
