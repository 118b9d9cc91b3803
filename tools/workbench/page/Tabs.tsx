/** ARIA tabs with a single tab stop and arrow key navigation. */
import type { KeyboardEvent } from "react";

interface TabsProps<T extends string> {
  all: readonly T[];
  open: T;
  /** Accessible name of the tab list. */
  name: string;
  label(tab: T): string;
  /** Count shown after the label unless it is 0. */
  counts?: Record<T, number>;
  /** Id of the tab panel. */
  panel: string;
  onOpen(tab: T): void;
}

export function Tabs<T extends string>({ all, open, name, label, counts, panel, onOpen }: TabsProps<T>) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const index = all.indexOf(open);
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + all.length) % all.length;
    onOpen(all[next]!);
    (event.currentTarget.children[next] as HTMLElement).focus();
  };
  return (
    <div role="tablist" className="wb-tabs" aria-label={name} onKeyDown={move} tabIndex={-1}>
      {all.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          aria-selected={tab === open}
          aria-controls={panel}
          tabIndex={tab === open ? 0 : -1}
          onClick={() => onOpen(tab)}
        >
          {label(tab)}
          {counts && counts[tab] > 0 && <b>{counts[tab]}</b>}
        </button>
      ))}
    </div>
  );
}
