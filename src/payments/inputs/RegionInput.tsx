/** Input of a province, city or area, searched by any part of its name; by code until the names are loaded. */
import { useCallback } from "react";
import { hasInitials } from "../../engine/index.ts";
import { ComboControl, type InputProps, TextControl, useForm } from "../../engine/ui.tsx";
import { listRegions } from "../kinds/region/region.ts";

const MOST = 50;

export function RegionInput(props: InputProps) {
  const { store } = useForm();
  const { leaf } = props;
  const load = useCallback(
    async (q: string) => {
      const wanted = q.split(/\s+/).filter(Boolean);
      const found = [];
      for (const value of listRegions()) {
        const label = leaf.field.kind.text(value, store.context(leaf));
        if (wanted.every((part) => label.includes(part) || value.startsWith(part) || hasInitials(label, part)))
          found.push({ value, label, detail: value });
        if (found.length === MOST) break;
      }
      return found;
    },
    [leaf, store],
  );
  if (listRegions().length === 0) return <TextControl {...props} attributes={{ inputMode: "numeric" }} />;
  return (
    <ComboControl
      {...props}
      load={load}
      chosen={store.text(leaf)}
      onChoose={(option) => store.set(leaf, option?.value)}
    />
  );
}
