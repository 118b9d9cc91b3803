/** Groups of an inbox: the views of its list, each with its number of rows. */
import { useMemo } from "react";
import { useTotals } from "../data/list-parts.tsx";
import type { Entity, Row } from "../model/entity.ts";
import type { Query } from "../model/query.ts";
import { createEmptyQuery } from "../query/parse-url.ts";
import { findListCall } from "../query/list-call.ts";
import { buildRequest } from "../query/request.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { ListPage } from "../table/use-list-page.tsx";

const NONE: Row = {};

export function InboxGroups({ entity, list: { query, write } }: { entity: Entity; list: ListPage }) {
  const { t, lang } = usePorts();
  const groups = [
    { id: undefined, label: t("list.all") },
    ...entity.list.views.map(({ id }) => ({ id, label: entity.text(`view.${id}`, lang) })),
  ];
  return (
    <nav className="pt-views" aria-label={t("list.views")}>
      {groups.map(({ id, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={query.view === id}
          onClick={() => write({ ...query, view: id, page: 1, cursor: undefined }, "push")}
        >
          {label} <Count entity={entity} view={id} />
        </button>
      ))}
    </nav>
  );
}

function Count({ entity, view }: { entity: Entity; view: string | undefined }) {
  const ports = usePorts();
  const call = useMemo(() => findListCall(entity, NONE, ports.granted), [entity, ports]);
  const query = useMemo((): Query => ({ ...createEmptyQuery(), view }), [view]);
  const body = useMemo(() => buildRequest(entity, query, NONE), [entity, query]);
  const { data } = useTotals(entity, { call, body, page: "" }, { query, preset: NONE, before: undefined });
  return <span className="pv-count">{data?.total ?? ""}</span>;
}
