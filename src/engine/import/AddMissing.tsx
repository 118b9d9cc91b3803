/**
 * Button that adds a referenced record that does not exist yet, in a drawer over the worksheet. The new record is then
 * used in all rows that name it.
 */
import { useState } from "react";
import { useRead } from "../data/use-read.tsx";
import { findText, getTextName } from "../entity/labels.ts";
import type { Row } from "../model/entity.ts";
import { findChange } from "../operation/record-actions.ts";
import type { Target } from "./columns.ts";
import type { ImportRow } from "./rows.ts";
import type { ImportModel } from "./use-import.tsx";

/** Character that replaces hidden characters in masked values. */
const MASKED = "*";

interface AddMissingProps {
  model: ImportModel;
  row: ImportRow;
  /** The column whose cell names no record. */
  column: string;
}

/** Renders nothing when the schema does not allow adding the record from here. */
export function AddMissing({ model, row, column }: AddMissingProps) {
  const columns = (model.opened?.columns ?? []).flatMap(({ target }) => target ?? []);
  const found = columns.find(({ id }) => id === column);
  if (!found?.field.ref?.add) return null;
  // The columns that name the record: either its whole label, or all parts of the label.
  const naming = columns.filter(({ id, field }) => field === found.field && (found.by !== undefined || id === column));
  return <AddButton model={model} row={row} found={found} naming={naming} />;
}

interface ButtonProps extends Pick<AddMissingProps, "model" | "row"> {
  found: Target;
  naming: readonly Target[];
}
/** Renders nothing when the user may not create the record. */
function AddButton({ model: { ports, entity, rows, Adder }, row, found, naming }: ButtonProps) {
  const [open, setOpen] = useState(false);
  const name = found.field.ref?.entity ?? "";
  const { data: target } = useRead(["schema", name], () => ports.entity(name), { onFocus: false });
  if (!Adder || !target || !findChange(target, "create", ports.granted)) return null;
  const title = findText(entity, `field.${getTextName(found.field)}.add`, ports.lang) ?? "";
  const use = (record: Row) => {
    setOpen(false);
    const typed = readText(row, found);
    const lines = rows.all.filter((row) => readText(row, found) === typed).map(({ line }) => line);
    for (const { id, by = target.key } of naming) {
      const text = String(record[by] ?? "");
      // If the response masks the value, keep the text from the file. Either way, editing looks up the rows again.
      rows.edit(lines, id, text === "" || text.includes(MASKED) ? (row.cells[id]?.text ?? "") : text);
    }
  };
  return (
    <>
      <button type="button" className="pi-near" onClick={() => setOpen(true)}>
        {ports.t("import.add", { label: title })}
      </button>
      {open && (
        <Adder
          entity={name}
          title={title}
          preset={buildPreset(row, naming)}
          onCancel={() => setOpen(false)}
          onDone={(_entity, record) => use(record)}
        />
      )}
    </>
  );
}

const readText = ({ cells }: ImportRow, { id }: Target): string => cells[id]?.text ?? "";

/** Returns the record's initial values from the row, by field name. */
const buildPreset = (row: ImportRow, naming: readonly Target[]): Row =>
  Object.fromEntries(
    naming.flatMap((column) => {
      const name = column.by ?? column.field.ref?.add?.fill;
      return name === undefined ? [] : [[name, readText(row, column)]];
    }),
  );
