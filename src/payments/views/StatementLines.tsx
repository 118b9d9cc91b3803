/** Lines of a statement, newest first, between the closing and the opening balance. */
import { type Entity, groupThousands, type Labels, type Row, formatWallClock } from "@portolan/engine";
import { HIDDEN_AMOUNT, renderFigures, Link, useAmountsHidden, usePorts, Value } from "@portolan/engine/ui";
import type { StatementPlan } from "./statement.ts";

interface LinesProps {
  entity: Entity;
  id: string;
  plan: StatementPlan;
  rows: readonly Row[];
  labels: Labels;
  currency: string;
  /**
   * Closing and opening balance of the period. Undefined on pages that do not include its end or its start,
   * respectively.
   */
  closing?: string | undefined;
  opening?: string | undefined;
}

export function StatementLines({ closing, opening, ...props }: LinesProps) {
  const { entity, id, plan, rows, currency } = props;
  const { lang } = usePorts();
  const heads = [plan.in, plan.out, plan.running];
  return (
    <table className="py-statement">
      <caption className="sr-only">
        {entity.text("label", lang)} {currency}
      </caption>
      <thead>
        <tr>
          <th scope="col">{entity.label(plan.date, lang)}</th>
          <th scope="col">{entity.label(plan.line.title, lang)}</th>
          {heads.map((name) => (
            <th key={name} scope="col" data-end>
              {entity.label(name, lang)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {closing !== undefined && <Edge label={entity.text(`views.${id}.closing`, lang)} amount={closing} />}
        {rows.map((row) => (
          <Line key={String(row[entity.key])} {...props} row={row} />
        ))}
        {opening !== undefined && <Edge label={entity.text(`views.${id}.opening`, lang)} amount={opening} />}
      </tbody>
    </table>
  );
}

/** Row with the opening or closing balance. */
function Edge({ label, amount }: { label: string; amount: string }) {
  return (
    <tr className="py-edge">
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td data-end colSpan={3}>
        <Figure plain={amount} />
      </td>
    </tr>
  );
}

function Line({ entity, plan, row, labels }: LinesProps & { row: Row }) {
  const { dialect, lang, recordPath } = usePorts();
  const { line } = plan;
  const value = (name: string) => <Value entity={entity} field={entity.field(name)} row={row} labels={labels} />;
  const path = line.opens && recordPath?.(String(row[line.opens.entity]), String(row[line.opens.id]));
  const [kind, ...more] = line.under;
  const title = String(row[line.title] ?? "");
  // A line without a counterparty is titled by its kind.
  const name = title === "" && kind !== undefined ? value(kind) : title;
  const under = title === "" ? more : line.under;
  const marked = line.mark?.values.includes(String(row[line.mark.field])) === true;
  const note = line.note === undefined ? "" : String(row[line.note] ?? "");
  return (
    <tr>
      <td className="py-day">{formatWallClock(Date.parse(String(row[plan.date])), dialect.zone).slice(0, 10)}</td>
      <th scope="row">
        <span className="py-party">
          {path === undefined ? name : <Link href={path}>{name}</Link>}
          {marked && line.mark && value(line.mark.field)}
        </span>
        <span className="py-under">
          {under.map((field) => (
            <span key={field}>{value(field)}</span>
          ))}
          {note !== "" && <span>{note}</span>}
        </span>
      </th>
      {[plan.in, plan.out, plan.running].map((field) => (
        <td key={field} data-end data-column={field} data-label={entity.label(field, lang)}>
          <Figure plain={row[field]} way={field === plan.in ? "in" : field === plan.out ? "out" : undefined} />
        </td>
      ))}
    </tr>
  );
}

/** An amount without its currency, which is the same throughout the statement. Renders nothing for an empty amount. */
function Figure({ plain, way }: { plain: unknown; way?: "in" | "out" | undefined }) {
  const hidden = useAmountsHidden();
  if (plain === undefined || plain === null || plain === "") return null;
  return (
    <span className="py-figure" data-way={way}>
      {hidden === undefined ? groupThousands(String(plain)) : renderFigures(HIDDEN_AMOUNT, hidden)}
    </span>
  );
}
