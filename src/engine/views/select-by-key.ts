/** Selects items of a chart with the keyboard. */

/** Items of a chart, of which the one at `position` is selected. */
interface ChartItems {
  position: number;
  last: number;
  select(position: number): void;
}

/**
 * Selects the item before or after `position` by the arrow keys, and the first or last one by Home and End.
 * @example selectByKey(new KeyboardEvent("keydown", { key: "Home" }), { position: 3, last: 6, select: console.log });
 */
export function selectByKey(
  event: Pick<KeyboardEvent, "key" | "preventDefault">,
  { position, last, select }: ChartItems,
): void {
  const next = { ArrowLeft: position - 1, ArrowRight: position + 1, Home: 0, End: last }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  select(Math.min(last, Math.max(0, next)));
}
