/** Worksheet with problems grouped by column and rule, editable rows with problems, and all rows on demand. */
import { useMemo, useState } from "react";
import { BatchLimits } from "./BatchLimits.tsx";
import { ErrorFileButton } from "./ErrorFileButton.tsx";
import { groupProblems, type ProblemGroup, formatRanges } from "./problems.ts";
import type { ImportRow } from "./rows.ts";
import { useBatchTotals } from "./use-batch-totals.tsx";
import type { ImportModel } from "./use-import.tsx";
import { Worksheet } from "./Worksheet.tsx";

export function RowsStep({ model }: { model: ImportModel }) {
  const { ports, rows, opened } = model;
  const { t } = ports;
  const [all, setAll] = useState(false);
  const [group, setGroup] = useState<string>();
  const groups = useMemo(() => groupProblems(rows.all), [rows.all]);
  const chosen = groups.find((item) => formatKey(item) === group);
  const shown = useMemo(() => {
    const lines = chosen && new Set(chosen.lines);
    return rows.all.filter((row) =>
      lines ? lines.has(row.line) || rows.edited.has(row.line) : all || isDoubtful(row) || rows.edited.has(row.line),
    );
  }, [rows.all, rows.edited, all, chosen]);
  // Limits are shown here, where rows can be corrected. The confirmation repeats them with refetched facts.
  const { good, totals } = useBatchTotals(model);
  const bad = rows.all.filter((row) => row.problems.length > 0);
  const busy = rows.pending.size > 0 && rows.failure === undefined;
  return (
    <div className="pi-card">
      <Progress model={model} good={good.length} bad={bad.length} busy={busy} />
      {groups.length > 0 && (
        <ul className="pi-groups" aria-label={t("import.groups")}>
          {groups.map((group) => (
            <Group
              key={formatKey(group)}
              model={model}
              group={group}
              pressed={group === chosen}
              onPress={() => setGroup(group === chosen ? undefined : formatKey(group))}
            />
          ))}
        </ul>
      )}
      <Repeated model={model} />
      <div className="pi-tools">
        <label className="pi-check">
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
          {t("import.showAll")}
        </label>
        {bad.length > 0 && opened && <ErrorFileButton model={model} failing={bad} />}
      </div>
      {shown.length > 0 ? (
        <Worksheet model={model} rows={shown} />
      ) : (
        <p className="pi-none">{busy ? t("import.wait") : t("import.noProblems")}</p>
      )}
      <BatchLimits model={model} totals={totals} />
      <Next model={model} good={good.length} bad={bad.length} busy={busy} />
    </div>
  );
}

interface CountProps {
  model: ImportModel;
  good: number;
  bad: number;
  /** Whether the server is validating rows. */
  busy: boolean;
}

/** Number of rows, progress of server validation, and its failure with a retry button. */
function Progress({ model: { ports, rows }, good, bad, busy }: CountProps) {
  const { t } = ports;
  const checked = rows.all.length - rows.pending.size;
  return (
    <>
      <p className="pi-counts" role="status">
        {t("import.counts", { count: rows.all.length, good, bad })}
        {busy && ` ${t("import.checking", { count: checked, all: rows.all.length })}`}
      </p>
      {busy && <progress max={rows.all.length} value={checked} aria-label={t("import.checkingLabel")} />}
      {rows.failure && (
        <div className="pi-wrong" role="alert">
          <p>{rows.failure}</p>
          <button type="button" className="btn" data-small onClick={rows.retry}>
            {t("import.retryCheck")}
          </button>
        </div>
      )}
    </>
  );
}

interface GroupProps {
  model: ImportModel;
  group: ProblemGroup;
  pressed: boolean;
  onPress(): void;
}
/**
 * Button for the rows with the same problem, to which it limits the worksheet. A suggestion corrects all of them at
 * once.
 */
function Group({ model: { ports, entity, rows }, group, pressed, onPress }: GroupProps) {
  const { t, lang } = ports;
  const { column, lines, message, near } = group;
  return (
    <li>
      <button type="button" aria-pressed={pressed} onClick={onPress}>
        <strong>{column === "" ? t("import.wholeRow") : entity.label(column, lang)}</strong>
        <span>{message}</span>
        <span className="pi-hint">
          {t("import.groupRows", { count: lines.length, rows: shorten(formatRanges(lines)) })}
        </span>
      </button>
      {near?.map((name) => (
        <button key={name} type="button" className="btn" data-small onClick={() => rows.edit(lines, column, name)}>
          {t("import.take", { name })}
        </button>
      ))}
    </li>
  );
}

/** Numbers of rows that duplicate another row of the file, and of rows that an earlier upload contained. */
function Repeated({ model: { ports, rows } }: { model: ImportModel }) {
  const { t } = ports;
  const kept = rows.all.filter((row) => !rows.left.has(row.line));
  const twins = kept.filter((row) => row.duplicateOf !== undefined).length;
  const seen = kept.filter((row) => row.seen).length;
  const texts = [
    ...(twins > 0 ? [t("import.twins", { count: twins })] : []),
    ...(seen > 0 ? [t("import.seenRows", { count: seen })] : []),
  ];
  return texts.length === 0 ? null : (
    <p className="pi-left" role="status">
      {texts.join(" ")}
    </p>
  );
}

/** Buttons that lead to the columns and to the confirmation. When confirming is disabled, the reason is shown. */
function Next({ model, good, bad, busy }: CountProps) {
  const { t, lang } = model.ports;
  // Several rows may be lines of one record.
  const unit =
    model.entity.list.import?.key === undefined ? model.entity.unit(good, lang) : t("import.unit", { count: good });
  const why = good === 0 && !busy ? t("import.noneGood") : bad > 0 ? t("import.badLeft", { count: bad }) : "";
  return (
    <>
      <div className="pi-buttons">
        <button type="button" className="btn" onClick={() => model.go("columns")}>
          {t("import.toColumns")}
        </button>
        <button
          type="button"
          className="btn"
          data-main
          disabled={good === 0 || model.rows.pending.size > 0}
          aria-describedby="pi-next-why"
          onClick={() => model.go("confirm")}
        >
          {t(bad > 0 ? "import.acceptGood" : "import.accept", { count: good, unit })}
        </button>
      </div>
      <p id="pi-next-why" className="pi-hint pi-end">
        {why}
      </p>
    </>
  );
}

const formatKey = ({ column, code, message }: ProblemGroup) => `${column}|${code}|${message}`;
const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60).replace(/,[^,]*$/, "")} …` : text);
const isDoubtful = (row: ImportRow): boolean =>
  row.problems.length > 0 || row.duplicateOf !== undefined || row.seen !== undefined;
