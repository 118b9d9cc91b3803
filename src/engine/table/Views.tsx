/** Views of a list: those of the schema, those saved by the user, and a button that saves the current query. */
import { Bookmark, Ellipsis, Plus } from "lucide-react";
import type { Entity } from "../model/entity.ts";
import { createLazyPart } from "../react/lazy-part.tsx";
import { Panel } from "../overlay/Panel.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { parseQuery } from "../query/parse-url.ts";
import type { Query } from "../model/query.ts";
import { MAX_VIEWS, type SavedView, formatView } from "./saved-views.ts";
import type { SavedViews } from "./use-views.tsx";

const ViewMenu = createLazyPart(() => import("./ViewMenu.tsx").then((module) => module.ViewMenu));
const NameForm = createLazyPart(() => import("./ViewMenu.tsx").then((module) => module.NameForm));

interface ViewsProps {
  entity: Entity;
  query: Query;
  /** Fields that the page sets or shows itself. Views that filter by them are hidden, and such filters alone not saved. */
  fixed: ReadonlySet<string>;
  saved: SavedViews;
  /** Number of records by view of the schema. */
  counts?: Readonly<Record<string, number>> | undefined;
  onChange(next: Query, how: "push" | "replace"): void;
}
const NO_COUNTS: Readonly<Record<string, number>> = {};

export function Views({ entity, query, fixed, saved, counts = NO_COUNTS, onChange }: ViewsProps) {
  const { t, lang, granted, now: clock } = usePorts();
  const builtIn = entity.list.views.filter(
    (view) => (!view.grant || granted(view.grant)) && !Object.keys(view.where).some((name) => fixed.has(name)),
  );
  const now = formatView(entity, query);
  // Compared after parsing with the current schema, since a stored query may contain outdated filters.
  const own = saved.views.find(
    (view) => formatView(entity, parseQuery(entity, new URLSearchParams(view.query), { now: clock(), lang })) === now,
  );
  // Only a query that differs from every saved view can be saved, up to the maximum number of views.
  const isNew =
    !own &&
    (Object.keys(query.filters).some((name) => !fixed.has(name)) || query.q !== undefined || query.sort.length > 0) &&
    saved.views.length < MAX_VIEWS;
  if (builtIn.length === 0 && saved.views.length === 0 && !isNew) return null;
  const all = [
    { id: undefined, label: t("list.all") },
    ...builtIn.map((view) => ({ id: view.id, label: entity.text(`view.${view.id}`, lang) })),
  ];
  return (
    <nav className="pt-views" aria-label={t("list.views")}>
      {all.map(({ id, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={!own && query.view === id}
          onClick={() => onChange({ ...query, view: id, page: 1, cursor: undefined }, "push")}
        >
          {label}
          {id !== undefined && <span className="pt-view-count">{counts[id]}</span>}
        </button>
      ))}
      {saved.views.map((view) => (
        <OwnView key={view.id} view={view} saved={saved} isOpen={view === own} />
      ))}
      {isNew && <NewView onName={(name) => saved.add(name, now)} />}
    </nav>
  );
}

/** A view saved by the user. The open one has a menu. */
function OwnView({ view, saved, isOpen }: { view: SavedView; saved: SavedViews; isOpen: boolean }) {
  const { t } = usePorts();
  return (
    <span className="pt-view">
      <button type="button" aria-pressed={isOpen} onClick={() => saved.open(view)}>
        {view.default && <Bookmark size={14} strokeWidth={1.5} aria-label={t("list.viewIsDefault")} />}
        {view.name}
      </button>
      {isOpen && (
        <Panel
          key={view.id}
          className="pt-view-menu"
          label={t("list.viewMenu", { name: view.name })}
          button={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
          ahead={ViewMenu.load}
        >
          {(close) => <ViewMenu view={view} saved={saved} close={close} />}
        </Panel>
      )}
    </span>
  );
}

/** Asks for the name of a new view. */
function NewView({ onName }: { onName(name: string): void }) {
  const { t } = usePorts();
  return (
    <Panel
      className="pt-view-new"
      ahead={NameForm.load}
      button={
        <>
          <Plus size={14} strokeWidth={1.75} aria-hidden />
          {t("list.viewSave")}
        </>
      }
    >
      {(close) => (
        <NameForm
          name=""
          onName={(name) => {
            onName(name);
            close();
          }}
        />
      )}
    </Panel>
  );
}
