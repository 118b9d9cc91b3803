/** A line of a grid with the inputs of a row in its cells. Ids, values and errors come from the row's nodes. */
import { memo, useMemo, useSyncExternalStore } from "react";
import { FixedValue } from "../../controls/FixedValue.tsx";
import { type Aria, type FieldSpec, type InputProps, useForm } from "../../controls/model.tsx";
import { LeafNode, type ObjectNode, type View } from "../../form-store/nodes.ts";
import { useProductInputs } from "../../inputs/EngineProvider.tsx";
import { isChosenFromRecords, getRecordInput, selectInput } from "../../inputs/registry.tsx";
import type { Field } from "../../model/entity.ts";

interface RowProps {
  row: ObjectNode;
  index: number;
  /** Label of the list. With the row number it forms the row's accessible name. */
  label: string;
  columns: readonly Field[];
  /** First and last selected column. Undefined in a row without selected cells. */
  left: number | undefined;
  right: number | undefined;
  /** Measures the row's height. Set when only some of the rows are rendered. */
  measure: ((row: HTMLElement | null) => void) | undefined;
  onRemove(index: number): void;
}
export const GridRow = memo(function GridRow(props: RowProps) {
  const { row, index, label, columns, left = Infinity, right = -1, measure, onRemove } = props;
  const { ports } = useForm();
  const name = `${label} ${index + 1}`;
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      <th scope="row" className="pg-no">
        {index + 1}
      </th>
      {columns.map((field, index) => {
        const leaf = row.child(field.name);
        const isChosen = index >= left && index <= right;
        return leaf instanceof LeafNode && <GridCell key={field.name} leaf={leaf} row={name} isChosen={isChosen} />;
      })}
      <td className="pg-end">
        <button
          type="button"
          id={`${row.id}-remove`}
          className="btn"
          data-quiet
          data-small
          // Keyboard users remove rows with Alt+Delete in a cell, so the button needs no tab stop.
          tabIndex={-1}
          aria-label={ports.t("form.removeRow", { label: name })}
          aria-keyshortcuts="Alt+Delete"
          onClick={() => onRemove(index)}
        >
          <span aria-hidden>×</span>
        </button>
      </td>
    </tr>
  );
});

/** A cell with a labelled input and a message below it. */
const GridCell = memo(function GridCell({ leaf, row, isChosen }: { leaf: LeafNode; row: string; isChosen: boolean }) {
  const { spec, ports } = useForm();
  const product = useProductInputs();
  const { field, locked } = leaf;
  const input = selectInput(product, field);
  const listed = isChosenFromRecords(product, field);
  if (locked || listed || input.follows) leaf.follow();
  const view = useSyncExternalStore(leaf.subscribe, leaf.getView);
  const own = spec(field);
  const label = ports.t("form.cell", { label: own.label, row });
  const texts = useMemo((): FieldSpec => ({ ...own, label, placeholder: undefined }), [own, label]);
  // A cell without an input, since its field is hidden.
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label
  if (!view.shown) return <td data-column={field.name} data-none data-in-range={isChosen || undefined} />;
  const aria = buildAria(leaf, view);
  const props: InputProps = { leaf, view, spec: texts, aria, inCell: true };
  const Input = locked ? (listed ? getRecordInput().Fixed : FixedValue) : listed ? getRecordInput().Input : input.Input;
  return (
    <td
      data-column={field.name}
      data-align={field.kind.align}
      data-fixed={locked || undefined}
      data-invalid={view.error ? "" : undefined}
      data-in-range={isChosen || undefined}
    >
      {!input.ownLabel?.(field) && (
        <label className="sr-only" htmlFor={leaf.id}>
          {label}
        </label>
      )}
      <Input {...props} />
      {renderMessage(leaf, view)}
    </td>
  );
});

const buildAria = ({ id, locked }: LeafNode, view: View): Aria => ({
  id,
  "aria-describedby": `${id}-m`,
  "aria-invalid": view.error ? true : undefined,
  "aria-required": view.demanded && !locked ? true : undefined,
});

/** Renders a cell's message. Called as a function within the cell's own render, to save a component per cell. */
function renderMessage({ id }: LeafNode, { error, note, warning }: View) {
  const text = error ?? note ?? warning;
  return (
    <p id={`${id}-m`} className="pg-message" data-tone={error ? "error" : "warning"} hidden={!text}>
      {text}
    </p>
  );
}
