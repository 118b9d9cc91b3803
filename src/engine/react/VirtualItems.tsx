/** Items of a long list that scrolls with the page, by TanStack Virtual: those in view, some around them, and the one that has the focus. */
import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { Fragment, type ReactNode } from "react";

export interface VirtualItemsProps {
  count: number;
  /** Usual height of an item with the gap behind it, in px; items are measured. */
  height: number;
  /** The list around the items. */
  list: HTMLElement;
  /** Renders an `<li>` with `data-index`. `at`: 0-based index over all items; `measure`: its ref. */
  renderItem(at: number, measure: (item: HTMLElement | null) => void): ReactNode;
}
/** Items rendered on each side of the view. */
const SPARE = 10;

export function VirtualItems({ count, height, list, renderItem }: VirtualItemsProps) {
  // Nothing here is memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: SPARE,
    scrollMargin: list.getBoundingClientRect().top + window.scrollY,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...focusedItem(list, count)])].toSorted((a, b) => a - b),
  });
  const { scrollMargin } = virtualizer.options;
  const items = virtualizer.getVirtualItems();
  return (
    <>
      {items.map((item, order) => (
        <Fragment key={item.index}>
          <Gap height={item.start - (items[order - 1]?.end ?? scrollMargin)} />
          {renderItem(item.index, virtualizer.measureElement)}
        </Fragment>
      ))}
      <Gap height={virtualizer.getTotalSize() + scrollMargin - (items.at(-1)?.end ?? scrollMargin)} />
    </>
  );
}

/** Returns the index of the item that has the focus; none when the focus is elsewhere. */
function focusedItem(list: HTMLElement, count: number): number[] {
  const item = document.activeElement?.closest<HTMLElement>("li[data-index]");
  const at = item && list.contains(item) ? Number(item.dataset.index) : -1;
  return at >= 0 && at < count ? [at] : [];
}

const Gap = ({ height }: { height: number }) => (height > 0 ? <li aria-hidden style={{ height }} /> : null);
