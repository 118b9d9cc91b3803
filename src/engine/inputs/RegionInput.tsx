/** Input of a province, city or area, searched by any part of its name; by code until the names are loaded. */
import { useCallback } from "react";
import { ComboControl } from "../controls/ComboControl.tsx";
import { TextControl } from "../controls/TextControl.tsx";
import { type InputProps, useForm } from "../controls/model.tsx";
import { hasInitials } from "../base/initials.ts";
import { fullChecks } from "../base/full-checks.ts";

const MOST = 50;

export function RegionInput(props: InputProps) {
  const { store } = useForm();
  const { leaf } = props;
  const load = useCallback(
    async (q: string) => {
      const wanted = q.split(/\s+/).filter(Boolean);
      const found = [];
      for (const value of Object.keys(fullChecks.regions ?? {})) {
        const label = leaf.field.kind.text(value, store.context(leaf));
        if (wanted.every((part) => label.includes(part) || value.startsWith(part) || hasInitials(label, part)))
          found.push({ value, label, detail: value });
        if (found.length === MOST) break;
      }
      return found;
    },
    [leaf, store],
  );
  if (!fullChecks.regions) return <TextControl {...props} attributes={{ inputMode: "numeric" }} />;
  return (
    <ComboControl
      {...props}
      load={load}
      chosen={store.text(leaf)}
      onChoose={(option) => store.set(leaf, option?.value)}
    />
  );
}
