/** A row of an inbox: counterparty, amount, who created it and when, and what is unusual about it. */
import { TriangleAlert } from "lucide-react";
import { useSyncExternalStore } from "react";
import { formatWallClock } from "../base/time-zone.ts";
import { Value } from "../cells/cell.tsx";
import type { Entity, Row } from "../model/entity.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { ListPage } from "../table/use-list-page.tsx";
import type { InboxPlan } from "../view-types/inbox.ts";
import type { Remark } from "./use-remarks.tsx";

interface RowProps {
  entity: Entity;
  id: string;
  plan: InboxPlan;
  row: Row;
  list: ListPage;
  isCurrent: boolean;
  remarks: readonly Remark[];
}
export function InboxRow({ entity, id: view, plan, row, list, isCurrent, remarks }: RowProps) {
  const { lang, dialect } = usePorts();
  const { selection, open, hrefOf, state } = list;
  const id = String(row[entity.key]);
  const isChosen = useSyncExternalStore(selection.subscribe, () => selection.has(id));
  const kind = entity.text(`option.${plan.kind}.${String(row[plan.kind])}`, lang);
  const party = String(row[plan.party] ?? "");
  const maker = plan.maker === undefined ? "" : String(row[plan.maker] ?? "");
  const since = formatWallClock(Date.parse(String(row[plan.date])), dialect.zone).slice(0, 16);
  const cell = (name: string) => <Value entity={entity} field={entity.field(name)} row={row} labels={state.labels} />;
  return (
    <li className="pv-line" data-id={id} aria-current={isCurrent ? "true" : undefined}>
      {plan.decide.of.includes(String(row[plan.next])) ? (
        <label className="pv-line-icon">
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={party || kind}
            onChange={(event) => selection.set([row], event.target.checked)}
          />
        </label>
      ) : (
        <span className="pv-line-icon" />
      )}
      <span className="pv-line-who">
        <Link href={hrefOf(id)} go={() => open(id)} className="pv-line-title">
          {party || kind}
        </Link>
        <span className="pt-quiet">
          {[party ? kind : "", maker].filter(Boolean).map((part) => `${part} · `)}
          <span className="pv-line-time">{since}</span>
        </span>
        <Remarks entity={entity} id={view} remarks={remarks} />
      </span>
      <span className="pv-line-amounts">{row[plan.amount] !== undefined && cell(plan.amount)}</span>
      <span className="pv-line-state">{cell(plan.next)}</span>
    </li>
  );
}

/** Shows the remarks on a row, with the facts filled into their texts. */
export function Remarks({ entity, id, remarks }: { entity: Entity; id: string; remarks: readonly Remark[] }) {
  const { lang } = usePorts();
  return remarks.map(({ name, tone, facts }) => (
    <span key={name} className="pv-remark" data-tone={tone}>
      <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
      {entity.text(`views.${id}.flag.${name}`, lang, facts)}
    </span>
  ));
}
