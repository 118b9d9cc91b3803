/** List rows as cards, below 580 px: title and amount, then the status and the card's other fields. */
import { memo, type MouseEvent, useState, useSyncExternalStore } from "react";
import type { Entity, Lang, Row } from "../model/entity.ts";
import { isPlainClick } from "../react/Link.tsx";
import { createLazyPart } from "../react/lazy-part.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { renderValue, formatCell } from "../cells/cell.tsx";
import { planCard } from "../cells/columns.ts";
import { useAmountsHidden } from "../cells/amount-privacy.tsx";
import type { Labels } from "../model/wire.ts";
import type { Selection } from "../operation/selection.ts";
import type { RowSelection } from "./use-row-selection.tsx";
import { nameRow } from "./row-name.tsx";
import "./cards.css";

type CardPlan = ReturnType<typeof planCard>;

export interface CardsProps {
  entity: Entity;
  columns: readonly string[];
  rows: readonly Row[];
  labels: Labels;
  onOpen?: ((id: string) => void) | undefined;
  /** Returns the URL of a card's record. Plain clicks call `onOpen`; the browser handles all others. */
  hrefOf(id: string): string;
  label: string;
  /** Set while the user selects cards. A tap then selects a card instead of opening it. */
  selection?: RowSelection | undefined;
}
/** Maximum number of cards that are rendered without virtualisation. */
const MAX_RENDERED = 200;
/** Estimated height of a card in pixels. */
const HEIGHT = 84;

const VirtualItems = createLazyPart(
  () => import("../react/VirtualItems.tsx").then((module) => module.VirtualItems),
  ({ count, renderItem }) =>
    Array.from({ length: Math.min(count, MAX_RENDERED) }, (_item, index) => renderItem(index, ignore)),
);
const ignore = (): void => undefined;

export function Cards(props: CardsProps) {
  const { entity, columns, rows, label } = props;
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const plan = planCard(entity, columns);
  const renderItem = (index: number, measure?: (item: HTMLElement | null) => void) =>
    rows
      .slice(index, index + 1)
      .map((row) => <Item key={String(row[entity.key])} {...props} {...{ plan, row, at: index, measure }} />);
  return (
    <ul aria-label={label} ref={setList}>
      {rows.length <= MAX_RENDERED
        ? rows.map((_row, index) => renderItem(index))
        : list && <VirtualItems count={rows.length} height={HEIGHT} list={list} renderItem={renderItem} />}
    </ul>
  );
}

interface ItemProps extends CardsProps {
  plan: CardPlan;
  row: Row;
  at: number;
  /** Ref callback that measures the card's height. Set when the list is virtualised. */
  measure: ((item: HTMLElement | null) => void) | undefined;
}
/** A card that opens its record or is selected. */
function Item({ plan, row, at, measure, ...list }: ItemProps) {
  const { entity, labels, onOpen, hrefOf, selection } = list;
  const { lang, t } = usePorts();
  const hidden = useAmountsHidden();
  const id = String(row[entity.key]);
  const follow = (event: MouseEvent) => {
    if ((event.target as Element).closest("a") && !isPlainClick(event)) return;
    event.preventDefault();
    onOpen?.(id);
  };
  const act = selection ? () => selection.toggle(id, false) : onOpen && follow;
  const itemProps = measure && {
    ref: measure,
    "data-index": at,
    "aria-posinset": at + 1,
    "aria-setsize": list.rows.length,
  };
  return (
    <li className="pt-card" data-id={id} tabIndex={-1} onClick={act} data-choosing={selection && ""} {...itemProps}>
      {selection && (
        <CardTick
          selection={selection.all}
          id={id}
          label={t("list.select", { id: nameRow({ entity, row, labels }, lang, hidden !== undefined) })}
        />
      )}
      <Card
        entity={entity}
        plan={plan}
        row={row}
        labels={labels}
        lang={lang}
        hidden={hidden}
        href={onOpen && !selection ? hrefOf(id) : undefined}
      />
    </li>
  );
}

interface CardProps {
  entity: Entity;
  plan: CardPlan;
  row: Row;
  labels: Labels;
  lang: Lang;
  hidden: string | undefined;
  /** URL of the record. Without it the title is not a link. */
  href?: string | undefined;
}
const Card = memo(function Card({ entity, plan, row, labels, lang, hidden, href }: CardProps) {
  const hasValue = (name: string) => (row[name] ?? "") !== "";
  const value = (name: string) =>
    renderValue({ entity, field: entity.field(name), row, labels, toMinute: true }, lang, hidden);
  const title = findTitle({ entity, plan, row, labels, lang });
  return (
    <div className="pt-card-body">
      <div className="pt-card-line">
        {href !== undefined ? (
          <a href={href} className="pt-link pt-card-title">
            {title}
          </a>
        ) : (
          <strong className="pt-card-title">{title}</strong>
        )}
        {plan.amount && <span className="pt-card-amount">{value(plan.amount)}</span>}
      </div>
      {(plan.status || plan.meta.length > 0) && (
        <div className="pt-card-line">
          <dl className="pt-card-meta">
            {plan.meta.filter(hasValue).map((name) => (
              <div key={name}>
                <dt>{entity.label(name, lang)}</dt>
                <dd>{value(name)}</dd>
              </div>
            ))}
          </dl>
          {plan.status && value(plan.status)}
        </div>
      )}
    </div>
  );
});

/** Returns the text of the title field or, if that is empty, of the first list column that is a choice, or the key. */
function findTitle({ entity, plan, row, labels, lang }: Omit<CardProps, "hidden" | "href">): string {
  const isChoice = (name: string) => entity.field(name).options !== undefined;
  const texts = [plan.title, ...entity.list.columns.filter(isChoice)].map((name) =>
    formatCell({ entity, field: entity.field(name), row, labels, toMinute: true }, lang),
  );
  return texts.find(Boolean) ?? String(row[entity.key]);
}

/** Checkbox of a card. The card itself handles taps. */
function CardTick({ selection, id, label }: { selection: Selection; id: string; label: string }) {
  const on = useSyncExternalStore(selection.subscribe, () => selection.has(id));
  return <input type="checkbox" aria-label={label} checked={on} readOnly onChange={() => undefined} />;
}
