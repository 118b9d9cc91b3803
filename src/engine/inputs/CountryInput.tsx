/** Input for a country or region, searchable by name, pinyin or code. */
import { useCallback } from "react";
import type * as Pinyin from "../base/pinyin.ts";
import { ComboControl } from "../controls/ComboControl.tsx";
import { type InputProps, useForm } from "../controls/model.tsx";
import { readEnum } from "../kinds/shared.ts";
import { countryCodes } from "../kinds/country/codes.ts";

interface Country {
  value: string;
  label: string;
}
/**
 * Returns the rank of a match: 0 for the code or the whole name, 1 for the start of the name or of its pinyin, 2 for any
 * other match, 3 for none. The module of pinyin is loaded with the first search.
 */
function rank({ value, label }: Country, wanted: string, { findPinyin }: typeof Pinyin): number {
  const name = label.toLocaleLowerCase();
  if (value.toLowerCase() === wanted || name === wanted) return 0;
  const spelled = findPinyin(name, wanted);
  if (name.startsWith(wanted) || spelled === 0) return 1;
  return name.includes(wanted) || value.toLowerCase().startsWith(wanted) || spelled > 0 ? 2 : 3;
}

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
      if (wanted === "") return all;
      const pinyin = await import("../base/pinyin.ts");
      const ranked = all.map((option) => ({ option, at: rank(option, wanted, pinyin) }));
      return ranked
        .filter(({ at }) => at < 3)
        .toSorted((a, b) => a.at - b.at)
        .map(({ option }) => option);
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
