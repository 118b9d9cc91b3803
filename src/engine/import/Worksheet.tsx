/**
 * Worksheet of the file's rows with editable cells. A row is validated again when an edited cell loses the focus, or on
 * Enter.
 */
import { useState } from "react";
import { AddMissing } from "./AddMissing.tsx";
import { findLabel, type Target } from "./columns.ts";
import type { ImportRow } from "./rows.ts";
import type { ImportModel } from "./use-import.tsx";
import { VirtualTable } from "./VirtualTable.tsx";

const ROW = 64;

export function Worksheet({ model, rows }: { model: ImportModel; rows: readonly ImportRow[] }) {
  const { ports, entity, opened, rows: sheet } = model;
  const { t, lang } = ports;
  const columns = (opened?.columns ?? []).flatMap((column) => column.target ?? []);
  return (
    <VirtualTable
      rows={rows}
      height={ROW}
      columns={columns.length + 3}
      label={t("import.worksheet")}
      head={
        <tr>
          <th scope="col" className="pi-line">
            {t("import.line")}
          </th>
          <th scope="col" className="pi-why">
            {t("import.reason")}
          </th>
          {columns.map((target) => (
            <th key={target.id} scope="col" data-align={target.reads.kind.align}>
              {findLabel(entity, target, lang)}
            </th>
          ))}
          <th scope="col">{t("import.leaveOut")}</th>
        </tr>
      }
      renderRow={(row, index) => (
        <tr key={row.line} aria-rowindex={index + 2} data-bad={row.problems.length > 0 || undefined}>
          <th scope="row" className="pi-line">
            {row.line}
          </th>
          <td className="pi-why">
            <Reason model={model} row={row} pending={sheet.pending.has(row.line)} />
          </td>
          {columns.map((target) => (
            <td key={target.id} data-align={target.reads.kind.align}>
              <CellInput
                target={target}
                row={row}
                label={t("import.cell", { label: findLabel(entity, target, lang), line: String(row.line) })}
                onEdit={(text) => sheet.edit([row.line], target.id, text)}
              />
            </td>
          ))}
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
          <td>
            <label className="pi-out">
              <input
                type="checkbox"
                checked={sheet.left.has(row.line)}
                onChange={(event) => sheet.leave(row.line, event.target.checked)}
              />
              <span className="sr-only">{t("import.leaveOutRow", { line: String(row.line) })}</span>
            </label>
          </td>
        </tr>
      )}
    />
  );
}

function Reason({ model, row, pending }: { model: ImportModel; row: ImportRow; pending: boolean }) {
  const { t, lang } = model.ports;
  const label = (column: string) => (column === "" ? "" : `${model.entity.label(column, lang)}${t("form.colon")}`);
  const found = Object.values(row.found).flatMap((item) => ("id" in item ? [item.label] : []));
  const remarks = [
    row.duplicateOf === undefined ? "" : t("import.twin", { line: String(row.duplicateOf) }),
    row.seen ? t("import.seenRow", { id: row.seen.id }) : "",
  ].filter(Boolean);
  const near = row.problems.find((problem) => problem.near);
  const name = near?.near?.[0];
  const missing = row.problems.find(({ code }) => code === "found.none");
  const text = row.problems.map((problem) => `${label(problem.column)}${problem.message}`).join(t("import.stop"));
  return (
    <>
      <div
        id={`pi-why-${row.line}`}
        className="pi-clamp"
        data-tone={text ? "danger" : remarks.length > 0 ? "warning" : undefined}
        title={text || remarks.join(" ") || undefined}
        data-near={(near ?? missing) && ""}
      >
        {text || remarks.join(" ") || (pending ? t("import.wait") : found.join(" ") || t("import.good"))}
      </div>
      {missing && <AddMissing model={model} row={row} column={missing.column} />}
      {near && name !== undefined && (
        <button type="button" className="pi-near" onClick={() => model.rows.edit([row.line], near.column, name)}>
          {t("import.take", { name })}
        </button>
      )}
    </>
  );
}

/** Input of a cell. The typed text stays local until blur or Enter. */
function CellInput({
  target,
  row,
  label,
  onEdit,
}: {
  target: Target;
  row: ImportRow;
  label: string;
  onEdit(text: string): void;
}) {
  const stored = row.cells[target.id]?.text ?? "";
  const [typed, setTyped] = useState<string>();
  const wrong = row.problems.some((problem) => problem.column === target.id);
  const commit = () => {
    if (typed !== undefined && typed !== stored) onEdit(typed);
    setTyped(undefined);
  };
  return (
    <input
      className="pi-cell"
      aria-label={label}
      aria-invalid={wrong || undefined}
      aria-describedby={wrong ? `pi-why-${row.line}` : undefined}
      value={typed ?? stored}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") commit();
        if (event.key === "Escape") setTyped(undefined);
      }}
    />
  );
}
