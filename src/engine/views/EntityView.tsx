/**
 * Renders a view of an entity (`x-views`) with the component of its type, or as a table if the user has switched to it.
 */
import { createElement } from "react";
import { useProductViews } from "../inputs/EngineProvider.tsx";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { ListProps, ViewPart, ViewParts } from "../react/view-part.tsx";
import { EntityTable } from "../table/lazy.tsx";

/** URL parameter that selects the table instead of the view. */
const MODE = "as";
const TABLE = "table";

/**
 * Returns the component for a view type.
 * @throws Error when the product provides no component for the type
 * @example
 * await findViewPart({ balances: createViewPart("balances", async () => () => null) }, "balances").load();
 */
export function findViewPart(parts: ViewParts, type: string): ViewPart {
  const part = Object.hasOwn(parts, type) ? parts[type] : undefined;
  if (!part) throw new Error(`no part for the view type ${type}: hand one in by <EngineProvider views>`);
  return part;
}

/**
 * A view of an entity.
 * @example
 * <EntityView id="board" entity={entity} title="Issues" params={new URLSearchParams()} onParams={() => undefined} />;
 */
export function EntityView({ id, ...props }: ListProps & { id: string }) {
  const parts = useProductViews();
  const { entity, params } = props;
  const view = entity.views?.[id];
  if (!view) throw new Error(`"${entity.name}" has no view "${id}"`);
  // Rendered with `createElement`, because the component is looked up rather than created during render.
  const part = findViewPart(parts, view.type);
  const asTable = view.table === true && params.get(MODE) === TABLE;
  const modes = view.table && <Modes {...props} id={id} asTable={asTable} />;
  return asTable ? <EntityTable {...props} modes={modes} /> : createElement(part, { ...props, id, view, modes });
}

/** Switches between the view and the table. */
function Modes({ id, entity, params, onParams, asTable }: ListProps & { id: string; asTable: boolean }) {
  const { lang, t } = usePorts();
  const turn = (mode: string | undefined, text: string) => {
    const next = new URLSearchParams(params);
    next.delete("page");
    next.delete("cursor");
    if (mode === undefined) next.delete(MODE);
    else next.set(MODE, mode);
    return (
      <Link
        href={`?${next}`}
        aria-current={(mode === TABLE) === asTable ? "true" : undefined}
        go={() => onParams(next, "push")}
      >
        {text}
      </Link>
    );
  };
  return (
    <nav className="pv-modes" aria-label={t("list.modes")}>
      {turn(undefined, entity.text(`views.${id}.label`, lang))}
      {turn(TABLE, t("list.asTable"))}
    </nav>
  );
}
