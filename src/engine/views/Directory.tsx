/** Records that users choose again and again: a line each, with a star, its last use and its main links. */
import type { ViewOf } from "../model/views.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { ViewProps } from "../react/view-part.tsx";
import { Pager } from "../table/Pager.tsx";
import { useListPage, type ListPage } from "../table/use-list-page.tsx";
import { Star } from "lucide-react";
import { useEffect, useState } from "react";
import { formatCell, Value } from "../cells/cell.tsx";
import { fillLink, findLinks } from "../entity/record-links.ts";
import { findText } from "../entity/labels.ts";
import type { Entity, Row } from "../model/entity.ts";
import { notifyFailure } from "../table/ListActions.tsx";
import type { DirectoryPlan } from "../view-types/directory.ts";
import { findStar, setField } from "./set-field.ts";
import { type RecordUse, useUses } from "./use-uses.tsx";
import { ListTools } from "./ListTools.tsx";
import { ViewFrame } from "./ViewFrame.tsx";
import { WaitingLines } from "./WaitingLines.tsx";
import "./directory.css";

type Props = ViewProps<ViewOf<"directory">>;

export function Directory(props: Props) {
  const { entity, id, view, embedded } = props;
  const list = useListPage(props);
  const { state, query } = list;
  const uses = useUses(entity, id, view.plan, state.rows);
  const { lang, canOpen } = usePorts();
  const links = view.plan.links?.filter(({ to }) => canOpen?.(to) !== false);
  return (
    <ViewFrame
      page={props}
      list={list}
      tools={embedded === undefined && <ListTools page={props} list={list} />}
      actions={links?.map(({ name, to }) => (
        <Link key={name} className="btn" href={to}>
          {entity.text(`views.${id}.${name}`, lang)}
        </Link>
      ))}
      main={view.plan.main}
      isReady={uses.isReady}
      waiting={<WaitingLines />}
    >
      <div className="pt-card-frame">
        <ul className="pv-directory">
          {state.rows.map((row) => (
            <DirectoryRow
              key={String(row[entity.key])}
              entity={entity}
              id={id}
              plan={view.plan}
              row={row}
              list={list}
              use={uses.describe(row)}
            />
          ))}
        </ul>
        <Pager entity={entity} query={query} state={state} onChange={list.write} beyond={list.beyond} />
      </div>
    </ViewFrame>
  );
}

interface RowProps {
  entity: Entity;
  /** Id of the view. */
  id: string;
  plan: DirectoryPlan;
  row: Row;
  list: ListPage;
  /** How often the record was used, and when last. */
  use: RecordUse | undefined;
}
/** A row of a directory. */
function DirectoryRow(props: RowProps) {
  const { entity, plan, row, list, use } = props;
  const { lang, canOpen } = usePorts();
  const id = String(row[entity.key]);
  const format = (name: string) => formatCell({ entity, field: entity.field(name), row, labels: list.labels }, lang);
  const title = format(plan.title) || id;
  const star = findStar(entity, plan, row);
  const links = findLinks(entity, row).filter(({ main, to }) => main && canOpen?.(to) !== false);
  return (
    <li className="pv-line" data-id={id}>
      <span className="pv-line-icon">{star !== undefined && <StarButton {...props} field={star} title={title} />}</span>
      <span className="pv-line-who">
        <span className="pv-directory-title">
          <Link href={list.hrefOf(id)} go={() => list.open(id)} className="pv-line-title">
            {title}
          </Link>
          {plan.badge !== undefined && <span className="pv-directory-badge">{format(plan.badge)}</span>}
          {plan.note !== undefined && <span className="pt-quiet">{format(plan.note)}</span>}
        </span>
        <span className="pt-quiet">{[...plan.facts.map(format), use?.currencies].filter(Boolean).join(" · ")}</span>
      </span>
      <State {...props} />
      <span className="pv-line-end">
        {links.map(({ id: link, to }) => (
          <Link
            key={link}
            className="btn"
            data-small
            href={fillLink(to, row)}
            aria-label={`${entity.text(`link.${link}`, lang)} ${title}`}
          >
            {entity.text(`link.${link}`, lang)}
          </Link>
        ))}
      </span>
    </li>
  );
}

/** The state with its sentence unless it is hidden, and the last use. */
function State({ entity, id, plan: { status }, row, list, use }: RowProps) {
  const { lang } = usePorts();
  const value = status && String(row[status.field] ?? "");
  const isShown = value !== undefined && value !== "" && !status?.hidden.includes(value);
  const says = isShown ? findText(entity, `views.${id}.status.${value}`, lang) : undefined;
  return (
    <span className="pv-directory-state pt-quiet">
      {status && isShown && <Value entity={entity} field={entity.field(status.field)} row={row} labels={list.labels} />}
      {says !== undefined && <span>{says}</span>}
      {use !== undefined && <span>{use.text}</span>}
    </span>
  );
}

/** Button that marks or unmarks the record. It changes at once, and back when the server refuses. */
function StarButton({ entity, plan, row, list, field, title }: RowProps & { field: string; title: string }) {
  const ports = usePorts();
  const [chosen, setChosen] = useState<boolean>();
  useEffect(() => setChosen(undefined), [row]);
  const name = plan.star?.field ?? field;
  const isOn = chosen ?? row[name] === true;
  const toggle = async () => {
    setChosen(!isOn);
    const outcome = await setField(ports, entity, row, { field, value: !isOn });
    if (outcome?.end === "succeeded") return list.state.reload();
    setChosen(undefined);
    if (outcome) notifyFailure(ports, outcome);
  };
  return (
    <button
      type="button"
      className="pv-star"
      aria-pressed={isOn}
      aria-label={`${entity.label(name, ports.lang)} ${title}`}
      disabled={chosen !== undefined}
      onClick={() => void toggle()}
    >
      <Star size={18} strokeWidth={1.5} aria-hidden />
    </button>
  );
}
