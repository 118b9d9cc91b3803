/** Rows as a plain table: a read-and-click list stays in a reader's reading mode. TanStack holds columns and sorting. */
import { columnVisibilityFeature, createColumnHelper, rowSortingFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, memo, type MouseEvent, useMemo } from "react";
import type { Entity, Row } from "../entity/entity.ts";
import { usePorts } from "../ports-context.tsx";
import { columnOf } from "../query/columns.ts";
import { Value } from "./cell.tsx";
import type { Labels } from "./list-state.tsx";

const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature });
const helper = createColumnHelper<typeof features, Row>();

interface GridProps {
  entity: Entity;
  columns: readonly string[];
  rows: readonly Row[];
  labels: Labels;
  /** Terms of the query, or the entity's own. */
  sort: readonly string[];
  onSort(sort: string[]): void;
  total?: number;
  busy: boolean;
  caption: string;
  /** Key of the record that is open beside the list. */
  openId?: string;
  /** Absent: rows lead nowhere. */
  onOpen?(id: string): void;
  selection?: { has(id: string): boolean; toggle(id: string, range: boolean): void; page: "none" | "some" | "all"; togglePage(): void };
}

export function Grid(props: GridProps) {
  const { entity, columns, rows, sort, onSort } = props;
  const { lang, word } = usePorts();
  const defs = useMemo(
    () =>
      helper.columns(
        columns.map((name) =>
          helper.accessor((row) => row[name], { id: name, header: entity.text(`field.${name}.label`, lang), enableSorting: columnOf(entity, name) !== undefined }),
        ),
      ),
    [columns, entity, lang],
  );
  const sorting = useMemo(() => sort.map((term) => ({ id: term.replace(/^-/, ""), desc: term.startsWith("-") })), [sort]);
  const table = useTable({
    features,
    columns: defs,
    data: rows as Row[],
    getRowId: (row) => String(row[entity.key]),
    manualSorting: true,
    state: { sorting },
    onSortingChange: (next) => {
      const terms = typeof next === "function" ? next(sorting) : next;
      onSort(terms.map(({ id, desc }) => (desc ? `-${id}` : id)));
    },
  });
  return (
    <div className="pt-scroll" tabIndex={0} role="region" aria-label={props.caption}>
      <table className="pt-table" aria-busy={props.busy} aria-rowcount={props.total === undefined ? -1 : props.total + 1}>
        <caption className="sr-only">{props.caption}</caption>
        <colgroup>
          {props.selection && <col style={{ width: 48 }} />}
          {columns.map((name) => (
            <col key={name} style={{ width: entity.field(name).kind.width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {props.selection && (
              <th className="pt-tick">
                <Tick
                  label={word("list.selectPage")}
                  checked={props.selection.page === "all"}
                  mixed={props.selection.page === "some"}
                  onChange={props.selection.togglePage}
                />
              </th>
            )}
            {table.getFlatHeaders().map((header) => {
              const direction = header.column.getIsSorted();
              const field = entity.field(header.id);
              const label = String(header.column.columnDef.header);
              return (
                <th key={header.id} scope="col" data-align={field.kind.align} aria-sort={direction === "asc" ? "ascending" : direction === "desc" ? "descending" : undefined}>
                  {header.column.getCanSort() ? (
                    <button type="button" className="pt-sort" onClick={header.column.getToggleSortingHandler()}>
                      {label}
                      {direction === "asc" ? <ArrowUp size={14} aria-hidden /> : direction === "desc" ? <ArrowDown size={14} aria-hidden /> : <ChevronsUpDown size={14} aria-hidden />}
                    </button>
                  ) : (
                    label
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = String(row[entity.key]);
            return <Line key={id} {...lineProps(props, row, id)} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

const lineProps = ({ entity, columns, labels, openId, onOpen, selection }: GridProps, row: Row, id: string): LineProps => ({
  entity,
  columns,
  labels,
  row,
  id,
  open: id === openId,
  onOpen,
  selected: selection?.has(id),
  onSelect: selection?.toggle,
});

interface LineProps {
  entity: Entity;
  columns: readonly string[];
  labels: Labels;
  row: Row;
  id: string;
  open: boolean;
  onOpen?(id: string): void;
  selected?: boolean;
  onSelect?(id: string, range: boolean): void;
}

/** One row; the whole of it opens the record, except where a control or selected text is. */
const Line = memo(function Line({ entity, columns, labels, row, id, open, onOpen, selected, onSelect }: LineProps) {
  const { word } = usePorts();
  const click = (event: MouseEvent<HTMLTableRowElement>) => {
    if ((event.target as Element).closest("a,button,input,label") || getSelection()?.toString()) return;
    onOpen?.(id);
  };
  return (
    <tr data-open={open || undefined} data-selected={selected || undefined} data-id={id} onClick={onOpen && click}>
      {onSelect && (
        <td className="pt-tick">
          <Tick label={word("list.select", { id })} checked={selected ?? false} onChange={(range) => onSelect(id, range)} />
        </td>
      )}
      {columns.map((name, index) => {
        const field = entity.field(name);
        const value = <Value entity={entity} field={field} row={row} labels={labels} />;
        return (
          <td key={name} data-align={field.kind.align} className={index === 0 ? "pt-first" : undefined}>
            {index === 0 && onOpen ? (
              <button type="button" className="pt-link" aria-haspopup="dialog" onClick={() => onOpen(id)}>
                {value}
              </button>
            ) : (
              <span className="pt-clip">{value}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
});

function Tick({ label, checked, mixed, onChange }: { label: string; checked: boolean; mixed?: boolean; onChange(range: boolean): void }) {
  const keep = (event: KeyboardEvent | MouseEvent) => event.stopPropagation();
  return (
    <label className="pt-box" onClick={keep}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(element) => {
          if (element) element.indeterminate = Boolean(mixed) && !checked;
        }}
        onChange={(event) => onChange((event.nativeEvent as PointerEvent).shiftKey)}
      />
    </label>
  );
}
