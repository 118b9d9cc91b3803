/**
 * Virtualised items of a long list that scrolls with the page (TanStack Virtual): those in view, some around them, and
 * the focused one.
 */
import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { Fragment, type ReactNode } from "react";

export interface VirtualItemsProps {
  count: number;
  /** Estimated height of an item including the gap below, in pixels. Used until the rendered item is measured. */
  height: number;
  /** The list element that contains the items. */
  list: HTMLElement;
  /** Renders an `<li>` with `data-index`. `index` is the 0-based index among all items, `measure` its ref. */
  renderItem(index: number, measure: (item: HTMLElement | null) => void): ReactNode;
}
/** Number of items rendered beyond each end of the viewport. */
const SPARE = 10;

export function VirtualItems({ count, height, list, renderItem }: VirtualItemsProps) {
  // The rule concerns memoised components, and nothing here is memoised.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: SPARE,
    scrollMargin: list.getBoundingClientRect().top + window.scrollY,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...findFocusedItem(list, count)])].toSorted((a, b) => a - b),
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

/** Returns the index of the focused item in an array, which is empty when the focus is elsewhere. */
function findFocusedItem(list: HTMLElement, count: number): number[] {
  const item = document.activeElement?.closest<HTMLElement>("li[data-index]");
  const index = item && list.contains(item) ? Number(item.dataset.index) : -1;
  return index >= 0 && index < count ? [index] : [];
}

const Gap = ({ height }: { height: number }) => (height > 0 ? <li aria-hidden style={{ height }} /> : null);
