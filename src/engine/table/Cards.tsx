/** List rows as cards, below 580 px: title and amount, then status and the card's other fields. */
import { memo, type MouseEvent, useSyncExternalStore } from "react";
import type { Entity, Lang, Row } from "../model/entity.ts";
import { isPlainClick } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { drawValue, formatWords } from "../cells/cell.tsx";
import { planCard } from "../cells/columns.ts";
import { useAmountsHidden } from "../cells/amount-privacy.tsx";
import type { Labels } from "../model/wire.ts";
import type { Selection } from "../operation/selection.ts";

type CardPlan = ReturnType<typeof planCard>;

export interface CardsProps {
  entity: Entity;
  columns: readonly string[];
  rows: readonly Row[];
  labels: Labels;
  onOpen?: ((id: string) => void) | undefined;
  /** Returns the URL of a card's record. `onOpen` handles a plain click, the browser every other. */
  hrefOf(id: string): string;
  label: string;
  /** Set while cards are being selected: a tap selects instead of opening. */
  selection?: Selection | undefined;
  onToggle?: ((id: string) => void) | undefined;
}
export function Cards({ entity, columns, rows, labels, onOpen, hrefOf, label, selection, onToggle }: CardsProps) {
  const { lang, word } = usePorts();
  const hidden = useAmountsHidden();
  const plan = planCard(entity, columns);
  return (
    <ul aria-label={label}>
      {rows.map((row) => {
        const id = String(row[entity.key]);
        const follow = (event: MouseEvent) => {
          if ((event.target as Element).closest("a") && !isPlainClick(event)) return;
          event.preventDefault();
          onOpen?.(id);
        };
        const act = selection && onToggle ? () => onToggle(id) : onOpen && follow;
        return (
          <li key={id} className="pt-card" data-id={id} tabIndex={-1} onClick={act} data-choosing={selection && ""}>
            {selection && <CardTick selection={selection} id={id} label={word("list.select", { id })} />}
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
      })}
    </ul>
  );
}

interface CardProps {
  entity: Entity;
  plan: CardPlan;
  row: Row;
  labels: Labels;
  lang: Lang;
  hidden: string | undefined;
  /** URL of the record; absent: the title is no link. */
  href?: string | undefined;
}
const Card = memo(function Card({ entity, plan, row, labels, lang, hidden, href }: CardProps) {
  const value = (name: string) => drawValue({ entity, field: entity.field(name), row, labels }, lang, hidden);
  const title = formatWords({ entity, field: entity.field(plan.title), row, labels }, lang);
  return (
    <div className="pt-card-body">
      <div className="pt-card-line">
        {href !== undefined ? (
          <a href={href} className="pt-link pt-card-title">
            {title || String(row[entity.key])}
          </a>
        ) : (
          <strong className="pt-card-title">{title || String(row[entity.key])}</strong>
        )}
        {plan.amount && <span className="pt-card-amount">{value(plan.amount)}</span>}
      </div>
      {(plan.status || plan.meta.length > 0) && (
        <div className="pt-card-line">
          <dl className="pt-card-meta">
            {plan.meta.map((name) => (
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

/** Checkbox of a card; the card itself handles the tap. */
function CardTick({ selection, id, label }: { selection: Selection; id: string; label: string }) {
  const on = useSyncExternalStore(selection.subscribe, () => selection.has(id));
  return <input type="checkbox" aria-label={label} checked={on} readOnly onChange={() => undefined} />;
}
