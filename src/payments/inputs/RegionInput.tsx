/** Input for a province, city or district, searchable by any part of its name, by pinyin or by code prefix. */
import { useCallback } from "react";
import { matchesPinyin } from "../../engine/index.ts";
import { ComboControl, type InputProps, useForm } from "../../engine/ui.tsx";

const MAX_SUGGESTIONS = 50;

export function RegionInput(props: InputProps) {
  const { store } = useForm();
  const { leaf } = props;
  const load = useCallback(
    async (q: string) => {
      const { regionNames } = await import("../kinds/region/full.ts");
      const wanted = q.split(/\s+/).filter(Boolean);
      const found = [];
      for (const value of regionNames.keys()) {
        const label = leaf.field.kind.text(value, store.context(leaf));
        if (wanted.every((part) => label.includes(part) || value.startsWith(part) || matchesPinyin(label, part)))
          found.push({ value, label, detail: value });
        if (found.length === MAX_SUGGESTIONS) break;
      }
      return found;
    },
    [leaf, store],
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
