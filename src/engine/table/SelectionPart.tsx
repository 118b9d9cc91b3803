/** The bar of what is chosen: its code comes with the first tick, and it stays as long as the list, for it may tell a result when nothing is chosen any more. */
import { useState, useSyncExternalStore } from "react";
import { lazyPart } from "../react/lazy-part.tsx";
import type { BarProps } from "./SelectionBar.tsx";
import { NONE } from "../operation/selection.ts";

const SelectionBar = lazyPart<BarProps>(
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
