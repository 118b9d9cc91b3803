/** Column mapping: the sheet, the header row, and for each header a field or "ignored", with sample values. */
import { type Target, findLabel, listMissingFields, listTargets } from "./columns.ts";
import type { OpenedFile } from "./opened-file.ts";
import { HEAD_ROWS, type RawCell } from "./sheet.ts";
import type { ImportModel } from "./use-import.tsx";

const SAMPLES = 3;

interface StepProps {
  model: ImportModel;
  opened: OpenedFile;
}

export function ColumnsStep({ model }: { model: ImportModel }) {
  const { ports, entity, opened } = model;
  const { t, lang } = ports;
  if (!opened) return null;
  const missing = listMissingFields(
    entity,
    opened.columns.map((column) => column.target),
  );
  return (
    <div className="pi-card">
      <SheetChoice model={model} opened={opened} />
      <p role="status" className={missing.length > 0 ? "pi-left" : "pi-hint"}>
        {missing.length > 0
          ? t("import.missing", {
              labels: missing.map((field) => entity.label(field.name, lang)).join(t("import.join")),
            })
          : t("import.complete")}
      </p>
      <Mapping model={model} opened={opened} />
      <div className="pi-buttons">
        <button type="button" className="btn" onClick={model.restart}>
          {t("import.otherFile")}
        </button>
        <button type="button" className="btn" data-main disabled={missing.length > 0} onClick={model.mapped}>
          {t("form.next")}
        </button>
      </div>
    </div>
  );
}

/** Selects the sheet and its header row. */
function SheetChoice({ model, opened }: StepProps) {
  const { t } = model.ports;
  const { file, sheetAt, sheet, header } = opened;
  const preview = (row: readonly RawCell[]) => row.flatMap((cell) => cell.text.trim() || []).slice(0, 4);
  return (
    <div className="pi-row">
      {file.sheets.length > 1 && (
        <label className="pi-label">
          {t("import.sheet")}
          <select
            className="pi-control"
            value={sheetAt}
            onChange={(event) => model.arrange({ sheetAt: Number(event.target.value) })}
          >
            {file.sheets.map((sheet, index) => (
              <option key={sheet.name} value={index}>
                {sheet.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className="pi-label">
        {t("import.headerRow")}
        <select
          className="pi-control"
          value={header}
          onChange={(event) => model.arrange({ header: Number(event.target.value) })}
        >
          {sheet.rows.slice(0, HEAD_ROWS).map((row, index) => (
            // Rows are never reordered, so their index identifies them.
            // oxlint-disable-next-line react/no-array-index-key
            <option key={index} value={index}>
              {`${index + 1}: ${preview(row).join(" · ").slice(0, 60)}`}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** Shows each header with sample values and the field that it maps to. */
function Mapping({ model, opened }: StepProps) {
  const { entity, ports } = model;
  const { t, lang } = ports;
  const { sheet, header, columns } = opened;
  const targets = listTargets(entity);
  const nameOf = (target: Target) =>
    target.by === undefined && targets.some((other) => other.by !== undefined && other.field === target.field)
      ? t("import.wholeLabel", { label: findLabel(entity, target, lang) })
      : findLabel(entity, target, lang);
  const choose = (index: number, id: string) => {
    const target = targets.find((target) => target.id === id);
    const next = columns.map((column) => {
      if (column.at === index)
        return { at: index, header: column.header, ...(target ? { target, confidence: "chosen" as const } : {}) };
      return target && column.target?.id === target.id ? { at: column.at, header: column.header } : column;
    });
    model.arrange({ columns: next });
  };
  const samples = (index: number) =>
    sheet.rows
      .slice(header + 1)
      .flatMap((row) => row[index]?.text.trim() || [])
      .slice(0, SAMPLES)
      .join(" · ");
  return (
    <ul className="pi-columns">
      {columns.map((column) => (
        <li key={column.at}>
          <label htmlFor={`pi-column-${column.at}`}>
            <span className="pi-header">{column.header}</span>
            <span className="pi-hint">{samples(column.at)}</span>
          </label>
          <select
            id={`pi-column-${column.at}`}
            className="pi-control"
            value={column.target?.id ?? ""}
            onChange={(event) => choose(column.at, event.target.value)}
          >
            <option value="">{t("import.ignored")}</option>
            {targets.map((target) => (
              <option key={target.id} value={target.id}>
                {nameOf(target)}
              </option>
            ))}
          </select>
          <span className="pi-hint">{column.confidence === "near" ? t("import.near") : ""}</span>
        </li>
      ))}
    </ul>
  );
}
