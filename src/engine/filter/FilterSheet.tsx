/**
 * Filters on narrow screens: a keyword field, and a button with the number of active filters that opens all of them in
 * a drawer.
 */
import { SlidersHorizontal, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Drawer } from "../overlay/overlay.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { FilterControls } from "./FilterControl.tsx";
import { type FiltersProps, useFilters } from "./use-filters.tsx";
import { SearchFilter } from "./SearchFilter.tsx";

/** Escape closes an open filter panel first, then the drawer. */
const focusPanelFirst = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key === "Escape" && event.currentTarget.querySelector(":popover-open")) event.stopPropagation();
};

interface SheetProps extends FiltersProps {
  /** Number of matching records, updated as filters apply. */
  total?: number | undefined;
  /** Additional controls in the bar: sort order, card selection. */
  children?: ReactNode | undefined;
}
export function FilterSheet({ total, children, ...props }: SheetProps) {
  const { entity, query, onChange } = props;
  const { t, lang } = usePorts();
  const { primary, more, on, set, reset, turn } = useFilters(props);
  const [open, setOpen] = useState(false);
  const names = [...primary, ...more];
  const close = () => setOpen(false);
  return (
    <div className="pt-search" role="search">
      {entity.list.search.length > 0 && (
        <SearchFilter key={turn} entity={entity} query={query} onChange={onChange} bare brief />
      )}
      {names.length > 0 && <OpenFilters on={on} onOpen={() => setOpen(true)} />}
      {children}
      <Drawer open={open} onClose={close} side="end" labelledBy="list-filters">
        <div className="pt-sheet" role="presentation" onKeyDown={focusPanelFirst}>
          <div className="pt-sheet-head">
            <h2 id="list-filters">{t("list.filters")}</h2>
            <button type="button" className="pt-tool" aria-label={t("list.close")} onClick={close}>
              <X size={20} strokeWidth={1.5} aria-hidden />
            </button>
          </div>
          <div className="pt-sheet-body">
            <FilterControls names={names} entity={entity} query={query} set={set} />
          </div>
          <div className="pt-sheet-foot">
            <button type="button" className="btn" data-quiet onClick={reset}>
              {t("list.reset")}
            </button>
            <button type="button" className="btn" data-main onClick={close}>
              {total === undefined
                ? t("list.showResults")
                : t("list.showCount", { count: total, unit: entity.unit(total, lang) })}
            </button>
          </div>
        </div>
      </Drawer>
    </div>
  );
}

/** Button that opens the sheet and shows the number of active filters. Phones show only the icon. */
function OpenFilters({ on, onOpen }: { on: number; onOpen(): void }) {
  const { t } = usePorts();
  return (
    <button type="button" className="btn pt-bar-btn" data-key="filters" aria-haspopup="dialog" onClick={onOpen}>
      <SlidersHorizontal size={16} strokeWidth={1.5} aria-hidden />
      <span>{on > 0 ? t("list.filtersOn", { count: on }) : t("list.filters")}</span>
      {on > 0 && (
        <span className="pt-filters-on" aria-hidden>
          {on}
        </span>
      )}
    </button>
  );
}
