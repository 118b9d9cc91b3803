/** Input for a province, city or district, searchable by any part of its name, by pinyin or by code prefix. */
import { useCallback } from "react";
import { ComboControl, type InputProps, useForm } from "@portolan/engine/ui";

const MAX_SUGGESTIONS = 50;

export function RegionInput(props: InputProps) {
  const { store } = useForm();
  const { leaf } = props;
  const load = useCallback(
    async (q: string) => {
      const { findRegions } = await import("./find-regions.ts");
      return findRegions(q, MAX_SUGGESTIONS, (code) => leaf.field.kind.text(code, store.context(leaf)));
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
