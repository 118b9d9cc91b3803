/**
 * Loads the selection bar when a row is first selected, or at once with `always`. It stays mounted, because it may show
 * a result after the selection has been cleared.
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
