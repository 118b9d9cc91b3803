/** Options of an export: which rows and columns, for which program, and whether masked values are included in full. */
import { exportTable } from "../export/table.ts";
import type { Entity, Row } from "../model/entity.ts";
import type { Selection } from "../operation/selection.ts";
import { usePorts } from "../react/ports-context.tsx";

export interface ExportProps {
  entity: Entity;
  /** Request parameters of the list: filters, sort order and preset. */
  params: Row;
  /** Names of the visible columns. `offered` contains all available ones. */
  columns: readonly string[];
  offered: readonly string[];
  total?: number | undefined;
  selection: Selection;
}

export interface ExportOptions {
  /** Whether to export only the selected rows. */
  only: boolean;
  /** Whether to export all available columns instead of the visible ones. */
  all: boolean;
  /** Whether CSV is written for spreadsheets rather than for other programs. */
  excel: boolean;
  /** Whether masked values are written in full. */
  whole: boolean;
}
interface OptionsProps extends ExportProps {
  options: ExportOptions;
  onChange(change: Partial<ExportOptions>): void;
}

interface EitherProps {
  name: string;
  legend: string;
  /** The two options: what each says, whether it is chosen, and what choosing it does. */
  options: readonly (readonly [text: string, checked: boolean, choose: () => void])[];
}
const Either = ({ name, legend, options }: EitherProps) => (
  <fieldset>
    <legend>{legend}</legend>
    {options.map(([text, checked, choose]) => (
      <label key={text} className="pt-check">
        <input type="radio" name={name} checked={checked} onChange={choose} />
        {text}
      </label>
    ))}
  </fieldset>
);

/**
 * Choice between the selected rows and all rows. `count` is the number of selected rows, or undefined when nothing is
 * selected, so that there is no choice.
 */
export function ScopeOptions({
  entity,
  total,
  count,
  options,
  onChange,
}: OptionsProps & { count: number | undefined }) {
  const { t, lang } = usePorts();
  const every =
    total === undefined
      ? t("list.exportAll", { noun: entity.text("noun", lang) })
      : t("list.exportRows", { count: total, unit: entity.unit(total, lang) });
  if (count === undefined) return <p>{every}</p>;
  const chosen = t("list.exportChosen", { count, unit: entity.unit(count, lang) });
  return (
    <Either
      name="scope"
      legend={t("list.exportScope")}
      options={[
        [chosen, options.only, () => onChange({ only: true })],
        [every, !options.only, () => onChange({ only: false })],
      ]}
    />
  );
}

export function ColumnOptions({ entity, columns, offered, options, onChange }: OptionsProps) {
  const { t, lang } = usePorts();
  // Currency columns that the export adds to the visible amounts.
  const added = exportTable(entity, columns, lang)
    .fields.filter(({ name }) => !columns.includes(name))
    .map(({ name }) => entity.label(name, lang));
  const shown =
    added.length > 0
      ? t("list.exportShownWith", { count: columns.length, names: added.join(t("list.and")) })
      : t("list.exportShown", { count: columns.length });
  const all = t("list.exportOffered", { count: offered.length });
  return (
    <Either
      name="columns"
      legend={t("list.exportColumns")}
      options={[
        [shown, !options.all, () => onChange({ all: false })],
        [all, options.all, () => onChange({ all: true })],
      ]}
    />
  );
}

export function CsvOptions({ options, onChange }: OptionsProps) {
  const { t } = usePorts();
  return (
    <Either
      name="csv"
      legend={t("list.exportCsvFor")}
      options={[
        [t("list.exportForExcel"), options.excel, () => onChange({ excel: true })],
        [t("list.exportForPrograms"), !options.excel, () => onChange({ excel: false })],
      ]}
    />
  );
}

/** Option to include masked values in full. `covered` contains the columns that are otherwise masked. */
export function RevealOption({ entity, covered, options, onChange }: OptionsProps & { covered: readonly string[] }) {
  const { t, lang } = usePorts();
  const names = covered.map((name) => entity.label(name, lang)).join(t("list.and"));
  return (
    <label className="pt-check">
      <input type="checkbox" checked={options.whole} onChange={(event) => onChange({ whole: event.target.checked })} />
      <span>
        {t("list.exportWhole")}
        <small>{t("list.exportWholeHelp", { names })}</small>
      </span>
    </label>
  );
}

/**
 * Progress of an export. `ahead` is the number of exports ahead in the queue, or undefined once the file is being
 * created.
 */
export function ExportProgress({ ahead, onStop }: { ahead: number | undefined; onStop(): void }) {
  const { t } = usePorts();
  const text =
    ahead === undefined
      ? t("list.exportMaking")
      : ahead > 0
        ? t("list.exportAhead", { count: ahead })
        : t("list.exportInLine");
  return (
    <p className="pt-export-line" role="status">
      {text}
      <button type="button" className="btn" data-small onClick={onStop}>
        {t("list.exportStop")}
      </button>
    </p>
  );
}
