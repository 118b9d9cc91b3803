/** Input for a country or region, searchable by name, pinyin initials or code. */
import { useCallback } from "react";
import { hasInitials } from "../base/initials.ts";
import { ComboControl } from "../controls/ComboControl.tsx";
import { type InputProps, useForm } from "../controls/model.tsx";
import { readEnum } from "../kinds/shared.ts";
import { countryCodes } from "../kinds/country/codes.ts";

export function CountryInput(props: InputProps) {
  const { store } = useForm();
  const { leaf } = props;
  const { field } = leaf;
  const load = useCallback(
    async (q: string) => {
      const codes = readEnum(field) ?? countryCodes;
      const all = codes.map((value) => ({
        value,
        label: field.kind.text(value, store.context(leaf)),
        detail: value,
      }));
      const wanted = q.toLocaleLowerCase();
      return wanted
        ? all.filter(
            (option) =>
              option.label.toLocaleLowerCase().includes(wanted) ||
              option.value.toLowerCase().startsWith(wanted) ||
              hasInitials(option.label, wanted),
          )
        : all;
    },
    [field, store, leaf],
  );
  return (
    <ComboControl
      {...props}
      load={load}
      chosen={store.text(leaf)}
      onChoose={(option) => store.set(leaf, option?.value)}
    />
  );
}
