/** Empty state of a list: no record matches the filters, or there are none yet and links show where to begin. */
import { SearchX } from "lucide-react";
import { createElement, type ReactNode, useState } from "react";
import { useLoaded } from "../data/use-loaded.tsx";
import { findText } from "../entity/labels.ts";
import { usePhrases } from "../filter/use-phrases.tsx";
import { useProductViews } from "../inputs/EngineProvider.tsx";
import type { Entity } from "../model/entity.ts";
import { removeFilters } from "../query/change.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { ListPage } from "./use-list-page.tsx";

export interface NoRecordsProps {
  entity: Entity;
  list: ListPage;
  /** Whether the user has set filters, which can be cleared. */
  filtered: boolean;
  /** Call to action, shown when the schema defines no links for an empty list. */
  action: ReactNode;
}
export function NoRecords({ filtered, ...props }: NoRecordsProps) {
  return <div className="pt-state">{filtered ? <NoMatch {...props} /> : <Nothing {...props} />}</div>;
}

type PartProps = Omit<NoRecordsProps, "filtered">;

function NoMatch({ entity, list: { query, fixed, write } }: PartProps) {
  const { lang, t } = usePorts();
  const filters = usePhrases(entity, query, fixed).map(({ line }) => line);
  const noun = entity.text("noun", lang);
  return (
    <>
      <SearchX size={28} strokeWidth={1.25} aria-hidden />
      <p className="pt-state-title">
        {filters.length > 0
          ? t("list.noMatch", { noun, filters: filters.join(t("filter.join")) })
          : t("list.nothingHere", { noun })}
      </p>
      <button
        type="button"
        className="btn"
        onClick={() => write({ ...removeFilters(query), view: undefined }, "push", true)}
      >
        {t("list.clearFilters")}
      </button>
    </>
  );
}

function Nothing({ entity, list, action }: PartProps) {
  const { lang, t, canOpen, recordPath } = usePorts();
  // Records may exist outside of the page's preset, so the text for an entity without records would be wrong.
  const narrowed = list.fixed.size > 0;
  const title = narrowed ? undefined : findText(entity, "empty", lang);
  if (title === undefined)
    return (
      <>
        <p className="pt-state-title">
          {t(narrowed ? "list.nothingHere" : "list.nothingYet", { noun: entity.text("noun", lang) })}
        </p>
        {action}
      </>
    );
  const body = findText(entity, "empty.body", lang);
  const links = entity.emptyLinks?.filter(({ to }) => canOpen?.(to) !== false) ?? [];
  const message = (
    <div>
      <p className="pt-state-title">{title}</p>
      {body !== undefined && <p>{body}</p>}
    </div>
  );
  const { emptyView } = entity;
  if (emptyView && (!recordPath || recordPath(emptyView.entity, "") !== undefined))
    return (
      <Instead {...emptyView}>
        {message}
        <Sample entity={entity} />
      </Instead>
    );
  return (
    <>
      <Rose />
      {message}
      {links.length === 0 ? (
        action
      ) : (
        <div className="pt-state-links">
          {links.map(({ name, to }, index) => (
            <Link key={name} className="btn" data-main={index === 0 || undefined} href={to}>
              {entity.text(`empty.${name}`, lang)}
            </Link>
          ))}
        </div>
      )}
      <Sample entity={entity} />
    </>
  );
}

/** Example of a record, marked as such. */
function Sample({ entity }: Pick<PartProps, "entity">) {
  const { lang, t } = usePorts();
  const title = findText(entity, "empty.sample.title", lang);
  if (title === undefined) return null;
  return (
    <p className="pt-sample">
      <span>{title}</span>
      <span className="pt-sample-amount">{findText(entity, "empty.sample.amount", lang)}</span>
      <span className="status">{t("list.sample")}</span>
    </p>
  );
}

/**
 * View of another entity in place of the links: its records below the message, or its own empty state without the
 * message.
 */
function Instead({ entity: name, view: id, children }: { entity: string; view: string; children: ReactNode }) {
  const { entity: load } = usePorts();
  const parts = useProductViews();
  const [params, setParams] = useState(() => new URLSearchParams());
  const entity = useLoaded(() => load(name), name);
  const view = entity?.views?.[id];
  const part = view && parts[view.type];
  if (!entity || !part) return null;
  // Created with `createElement`, because the component is looked up rather than created during render.
  return createElement(part, { entity, id, view, title: "", params, onParams: setParams, embedded: children });
}

/** Half the size of the rose in pixels, and its lines. */
const RADIUS = 48;
const RHUMBS = Array.from({ length: 16 }, (_, index) => {
  const angle = (index * Math.PI) / 8;
  return `M0 0L${(Math.cos(angle) * RADIUS).toFixed(1)} ${(Math.sin(angle) * RADIUS).toFixed(1)}`;
}).join("");

/** A compass rose of rhumb lines, the picture of an empty list. */
const Rose = () => (
  <svg className="pt-rose" viewBox={`${-RADIUS} ${-RADIUS} ${2 * RADIUS} ${2 * RADIUS}`} aria-hidden>
    <path d={RHUMBS} />
    <circle r={RADIUS / 3} />
    <circle r={RADIUS - 1} />
  </svg>
);
