/** Saved views, search and filters for a view's list, as in its table. */
import { FilterBar } from "../filter/FilterBar.tsx";
import { FilterSheet } from "../filter/FilterSheet.tsx";
import type { ViewProps } from "../react/view-part.tsx";
import type { ListPage } from "../table/use-list-page.tsx";
import { useViews } from "../table/use-views.tsx";
import { useWidth } from "../react/use-width.tsx";
import { Views } from "../table/Views.tsx";

interface ListToolsProps {
  page: Pick<ViewProps<unknown>, "entity" | "params" | "onParams">;
  list: ListPage;
}
/**
 * Saved views, search and filters of a view.
 * @example
 * <ListTools page={{ entity, params: new URLSearchParams(), onParams: () => undefined }} list={list} />;
 */
export function ListTools({
  page: { entity, params, onParams },
  list: { query, fixed, state, write },
}: ListToolsProps) {
  const saved = useViews(entity, params, onParams);
  const isWide = useWidth() === "wide";
  return (
    <div className="pt-bar">
      <Views entity={entity} query={query} fixed={fixed} saved={saved} counts={state.viewCounts} onChange={write} />
      {isWide ? (
        <FilterBar entity={entity} query={query} fixed={fixed} onChange={write} onReload={state.reload} />
      ) : (
        <FilterSheet entity={entity} query={query} fixed={fixed} onChange={write} total={state.total}>
          {null}
        </FilterSheet>
      )}
    </div>
  );
}
