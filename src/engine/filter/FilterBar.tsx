/**
 * Filter bar of wide screens, next to the views: keyword field, primary filters, and the remaining ones behind "More".
 */
import { ChevronDown, ChevronUp } from "lucide-react";
import { type FormEvent, memo, useState } from "react";
import { usePorts } from "../react/ports-context.tsx";
import { FilterControls } from "./FilterControl.tsx";
import { type FiltersProps, useFilters } from "./use-filters.tsx";
import { SearchFilter } from "./SearchFilter.tsx";

const LESS_ICON = <ChevronUp size={16} strokeWidth={1.5} aria-hidden />;
const MORE_ICON = <ChevronDown size={16} strokeWidth={1.5} aria-hidden />;

export const FilterBar = memo(function FilterBar({ onReload, ...props }: FiltersProps & { onReload(): void }) {
  const { entity, query, onChange } = props;
  const { t } = usePorts();
  const { primary, more, set, changed, reset, turn } = useFilters(props);
  const [wide, setWide] = useState(more.some((name) => query.filters[name]));
  const shown = wide ? [...primary, ...more] : primary;
  if (shown.length === 0 && entity.list.search.length === 0) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onReload();
  };
  return (
    <form className="pt-filters" role="search" data-open={wide || undefined} onSubmit={submit}>
      {entity.list.search.length > 0 && (
        <SearchFilter key={turn} entity={entity} query={query} onChange={onChange} bare />
      )}
      <FilterControls names={shown} entity={entity} query={query} set={set} />
      <div className="pt-filter-buttons">
        {wide && (
          <button type="submit" className="btn" data-small>
            {t("list.search")}
          </button>
        )}
        {changed && (
          <button type="button" className="btn" data-small data-quiet onClick={reset}>
            {t("list.reset")}
          </button>
        )}
        {more.length > 0 && (
          <button
            type="button"
            className="btn"
            data-small
            data-quiet
            aria-expanded={wide}
            onClick={() => setWide(!wide)}
          >
            {t(wide ? "list.less" : "list.more", { count: more.length })}
            {wide ? LESS_ICON : MORE_ICON}
          </button>
        )}
      </div>
    </form>
  );
});
