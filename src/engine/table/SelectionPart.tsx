/**
 * Loads the selection bar with the first selected row. It stays mounted, because it may show a result after the
 * selection is cleared.
 */
import { useState, useSyncExternalStore } from "react";
import { createLazyPart } from "../react/lazy-part.tsx";
import type { BarProps } from "./SelectionBar.tsx";
import { NONE } from "../operation/selection.ts";

const SelectionBar = createLazyPart<BarProps>(
  () => import("./SelectionBar.tsx").then((module) => module.SelectionBar),
  () => null,
);

export function SelectionPart(props: BarProps) {
  const { selection, always = false } = props;
  const some = useSyncExternalStore(selection.subscribe, () => selection.snapshot() !== NONE);
  const [wanted, setWanted] = useState(some || always);
  if (!wanted && (some || always)) setWanted(true);
  return wanted && <SelectionBar {...props} />;
}
