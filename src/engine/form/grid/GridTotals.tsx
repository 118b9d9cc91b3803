/** Totals of a grid's amounts, updated on every key press. */
import { memo, useCallback, useSyncExternalStore } from "react";
import { useForm } from "../../controls/model.tsx";
import { formatSum, sumByCurrency } from "../../entity/values.ts";
import type { ListNode } from "../../form-store/nodes.ts";
import type { Field } from "../../model/entity.ts";

/** Sum of a column in a single currency, formatted by its kind. */
interface Total {
  currency: string;
  text: string;
}
/** Returns the totals of a column by currency, and re-renders when one of them changes. */
function useTotals(list: ListNode, field: Field): Total[] {
  const { store, entity, ports } = useForm();
  const read = useCallback(() => {
    const record = store.record();
    const sums = sumByCurrency(
      field,
      list.toJSON().map((row) => ({ ...record, ...row })),
    );
    // Amounts whose currency is unknown are left out.
    sums.delete("");
    return JSON.stringify(
      [...sums].map(([currency, sum]): Total => ({
        currency,
        text: formatSum(entity, field, { currency, value: sum.toString() }, ports.lang),
      })),
    );
  }, [entity, field, list, store, ports.lang]);
  const text = useSyncExternalStore(
    useCallback((run: () => void) => store.watch(run), [store]),
    read,
  );
  return JSON.parse(text) as Total[];
}

/** Totals of a column, one line per currency. */
export function ColumnTotals({ list, field }: { list: ListNode; field: Field }) {
  const totals = useTotals(list, field);
  return (
    <output className="pg-totals" data-column={field.name}>
      {totals.map(({ currency, text }) => (
        <span key={currency} className="money">
          {text}
          <span className="pf-iso">{currency}</span>
        </span>
      ))}
    </output>
  );
}

interface FootProps {
  list: ListNode;
  columns: readonly Field[];
  /** Names of the amount fields to sum up. */
  totals: readonly string[];
}
export const GridFoot = memo(function GridFoot({ list, columns, totals }: FootProps) {
  const { ports } = useForm();
  const first = columns.findIndex(({ name }) => totals.includes(name));
  if (first < 0) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={first + 1} className="pg-total">
          {ports.t("form.total")}
        </th>
        {columns.slice(first).map((field) => (
          <td key={field.name} data-align={field.kind.align}>
            {totals.includes(field.name) && <ColumnTotals list={list} field={field} />}
          </td>
        ))}
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- below the buttons of the rows */}
        <td />
      </tr>
    </tfoot>
  );
});

/** Totals below the cards on phones. Columns without totals are omitted. */
export function CardTotals({ list, columns, totals }: FootProps) {
  return columns
    .filter(({ name }) => totals.includes(name))
    .map((field) => <CardTotal key={field.name} list={list} field={field} />);
}

function CardTotal({ list, field }: { list: ListNode; field: Field }) {
  const { ports, spec } = useForm();
  const isEmpty = useTotals(list, field).length === 0;
  return (
    <p className="pg-card-total" hidden={isEmpty}>
      <span>
        {ports.t("form.total")} · {spec(field).label}
      </span>
      <ColumnTotals list={list} field={field} />
    </p>
  );
}
