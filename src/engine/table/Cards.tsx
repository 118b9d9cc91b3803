/** The same rows below 580 px: title and amount, then status, then what else the schema's card names. */
import type { Entity, Row } from "../entity/entity.ts";
import { usePorts } from "../ports-context.tsx";
import { Value } from "./cell.tsx";
import type { Labels } from "./list-state.tsx";

interface CardsProps {
  entity: Entity;
  columns: readonly string[];
  rows: readonly Row[];
  labels: Labels;
  onOpen?(id: string): void;
  label: string;
}
export function Cards({ entity, columns, rows, labels, onOpen, label }: CardsProps) {
  const { lang } = usePorts();
  const card = entity.list.card ?? defaultCard(entity, columns);
  const value = (name: string, row: Row) => <Value entity={entity} field={entity.field(name)} row={row} labels={labels} />;
  return (
    <ul className="pt-cards" aria-label={label}>
      {rows.map((row) => {
        const id = String(row[entity.key]);
        return (
          <li key={id} className="pt-card" onClick={onOpen && (() => onOpen(id))}>
            <div className="pt-card-line">
              {onOpen ? (
                <button type="button" className="pt-link pt-card-title" aria-haspopup="dialog">
                  {value(card.title, row)}
                </button>
              ) : (
                <strong className="pt-card-title">{value(card.title, row)}</strong>
              )}
              {card.amount && <span className="pt-card-amount">{value(card.amount, row)}</span>}
            </div>
            {(card.status || card.meta.length > 0) && (
              <div className="pt-card-line">
                <dl className="pt-card-meta">
                  {card.meta.map((name) => (
                    <div key={name}>
                      <dt>{entity.text(`field.${name}.label`, lang)}</dt>
                      <dd>{value(name, row)}</dd>
                    </div>
                  ))}
                </dl>
                {card.status && value(card.status, row)}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Without a card in the schema: the first column, the first amount, the state, two more. */
function defaultCard(entity: Entity, columns: readonly string[]) {
  const title = columns[0]!;
  const amount = columns.find((name) => entity.field(name).currency);
  const status = entity.lifecycle && columns.find((name) => name === entity.lifecycle?.field);
  return { title, amount, status, meta: columns.filter((name) => ![title, amount, status].includes(name)).slice(0, 2) };
}
