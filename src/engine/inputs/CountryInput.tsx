/** Input for a country or region, searchable by name, pinyin initials or code. */
import { useCallback } from "react";
import { hasInitials } from "../base/initials.ts";
import { ComboControl } from "../controls/ComboControl.tsx";
import { type InputProps, useForm } from "../controls/model.tsx";
import { readEnum } from "../kinds/shared.ts";
import { countryCodes } from "../kinds/country/codes.ts";

interface Country {
  value: string;
  label: string;
}
/**
 * Returns the rank of a match: 0 for the code or the whole name, 1 for the start of the name or of its initials, 2 for any other match, 3
 * for none.
 */
function rank({ value, label }: Country, wanted: string): number {
  const name = label.toLocaleLowerCase();
  if (value.toLowerCase() === wanted || name === wanted) return 0;
  if (name.startsWith(wanted) || hasInitials([...name].slice(0, wanted.length).join(""), wanted)) return 1;
  return name.includes(wanted) || value.toLowerCase().startsWith(wanted) || hasInitials(name, wanted) ? 2 : 3;
}
/** Compares countries by rank, best match first. */
const byRank = (wanted: string) => (a: Country, b: Country) => rank(a, wanted) - rank(b, wanted);

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
      return wanted ? all.filter((option) => rank(option, wanted) < 3).toSorted(byRank(wanted)) : all;
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
