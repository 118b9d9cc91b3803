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

interface OptionProps {
  name: string;
  text: string;
  checked: boolean;
  onChoose(): void;
}
const Option = ({ name, text, checked, onChoose }: OptionProps) => (
  <label className="pt-check">
    <input type="radio" name={name} checked={checked} onChange={onChoose} />
    {text}
  </label>
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
    <fieldset>
      <legend>{t("list.exportScope")}</legend>
      <Option name="scope" text={chosen} checked={options.only} onChoose={() => onChange({ only: true })} />
      <Option name="scope" text={every} checked={!options.only} onChoose={() => onChange({ only: false })} />
    </fieldset>
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
    <fieldset>
      <legend>{t("list.exportColumns")}</legend>
      <Option name="columns" text={shown} checked={!options.all} onChoose={() => onChange({ all: false })} />
      <Option name="columns" text={all} checked={options.all} onChoose={() => onChange({ all: true })} />
    </fieldset>
  );
}

export function CsvOptions({ options, onChange }: OptionsProps) {
  const { t } = usePorts();
  const [excel, programs] = [t("list.exportForExcel"), t("list.exportForPrograms")];
  return (
    <fieldset>
      <legend>{t("list.exportCsvFor")}</legend>
      <Option name="csv" text={excel} checked={options.excel} onChoose={() => onChange({ excel: true })} />
      <Option name="csv" text={programs} checked={!options.excel} onChoose={() => onChange({ excel: false })} />
    </fieldset>
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
