/** Worksheet: problems grouped by column and rule, editable rows with problems, all rows on demand. */
import { useMemo, useState } from "react";
import { ErrorFileButton } from "./ErrorFileButton.tsx";
import { groupProblems, rangesOf } from "./problems.ts";
import type { ImportRow } from "./rows.ts";
import { BatchLimits } from "./BatchLimits.tsx";
import { batchTotals } from "./totals.ts";
import { isGood, type ImportModel } from "./use-import.tsx";
import { Worksheet } from "./Worksheet.tsx";

export function RowsStep({ model }: { model: ImportModel }) {
  const { ports, entity, rows, factsFor, opened } = model;
  const { word, lang } = ports;
  const [all, setAll] = useState(false);
  const [group, setGroup] = useState<string>();
  const groups = useMemo(() => groupProblems(rows.all), [rows.all]);
  const keyOf = (one: { column: string; code: string; message: string }) => `${one.column}|${one.code}|${one.message}`;
  const chosen = groups.find((one) => keyOf(one) === group);
  const shown = useMemo(() => {
    const lines = chosen && new Set(chosen.lines);
    return rows.all.filter((row) =>
      lines ? lines.has(row.line) || rows.edited.has(row.line) : all || doubtful(row) || rows.edited.has(row.line),
    );
  }, [rows.all, rows.edited, all, chosen]);
  const good = useMemo(() => rows.all.filter((row) => isGood(row) && !rows.left.has(row.line)), [rows.all, rows.left]);
  // Shown here, where rows can be corrected; the confirmation repeats it with refetched facts.
  const totals = useMemo(
    () =>
      batchTotals(
        entity,
        good.map((row) => row.value),
        factsFor,
      ),
    [entity, good, factsFor],
  );
  const bad = rows.all.filter((row) => row.problems.length > 0);
  const labelOf = (column: string) =>
    column === "" ? word("import.wholeRow") : entity.text(`field.${column}.label`, lang);
  const busy = rows.pending.size > 0 && rows.failure === undefined;
  const twins = rows.all.filter((row) => row.twin !== undefined && !rows.left.has(row.line)).length;
  const seen = rows.all.filter((row) => row.seen && !rows.left.has(row.line)).length;
  return (
    <div className="pi-card">
      <p className="pi-counts" role="status">
        {word("import.counts", { count: rows.all.length, good: good.length, bad: bad.length })}
        {busy && ` ${word("import.checking", { count: rows.all.length - rows.pending.size, all: rows.all.length })}`}
      </p>
      {busy && (
        <progress
          max={rows.all.length}
          value={rows.all.length - rows.pending.size}
          aria-label={word("import.checkingLabel")}
        />
      )}
      {rows.failure && (
        <div className="pi-wrong" role="alert">
          <p>{rows.failure}</p>
          <button type="button" className="btn" data-small onClick={rows.retry}>
            {word("import.retryCheck")}
          </button>
        </div>
      )}
      {groups.length > 0 && (
        <ul className="pi-groups" aria-label={word("import.groups")}>
          {groups.map((one) => (
            <li key={keyOf(one)}>
              <button
                type="button"
                aria-pressed={keyOf(one) === group}
                onClick={() => setGroup(keyOf(one) === group ? undefined : keyOf(one))}
              >
                <strong>{labelOf(one.column)}</strong>
                <span>{one.message}</span>
                <span className="pi-hint">
                  {word("import.groupRows", { count: one.lines.length, rows: shorter(rangesOf(one.lines)) })}
                </span>
              </button>
              {one.near?.map((name) => (
                <button
                  key={name}
                  type="button"
                  className="btn"
                  data-small
                  onClick={() => rows.edit(one.lines, one.column, name)}
                >
                  {word("import.take", { name })}
                </button>
              ))}
            </li>
          ))}
        </ul>
      )}
      {(twins > 0 || seen > 0) && (
        <p className="pi-left" role="status">
          {[
            twins > 0 ? word("import.twins", { count: twins }) : "",
            seen > 0 ? word("import.seenRows", { count: seen }) : "",
          ]
            .filter(Boolean)
            .join(" ")}
        </p>
      )}
      <div className="pi-tools">
        <label className="pi-check">
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
          {word("import.showAll")}
        </label>
        {bad.length > 0 && opened && <ErrorFileButton model={model} failing={bad} />}
      </div>
      {shown.length > 0 ? (
        <Worksheet model={model} rows={shown} />
      ) : (
        <p className="pi-none">{busy ? word("import.wait") : word("import.noProblems")}</p>
      )}
      <BatchLimits model={model} totals={totals} />
      <div className="pi-buttons">
        <button type="button" className="btn" onClick={() => model.go("columns")}>
          {word("import.toColumns")}
        </button>
        <button
          type="button"
          className="btn"
          data-main
          disabled={good.length === 0 || rows.pending.size > 0}
          aria-describedby="pi-next-why"
          onClick={() => model.go("confirm")}
        >
          {bad.length > 0
            ? word("import.acceptGood", { count: good.length })
            : word("import.accept", { count: good.length })}
        </button>
      </div>
      <p id="pi-next-why" className="pi-hint pi-end">
        {good.length === 0 && !busy
          ? word("import.noneGood")
          : bad.length > 0
            ? word("import.badLeft", { count: bad.length })
            : ""}
      </p>
    </div>
  );
}

const shorter = (text: string) => (text.length > 60 ? `${text.slice(0, 60).replace(/,[^,]*$/, "")} …` : text);
const doubtful = (row: ImportRow): boolean =>
  row.problems.length > 0 || row.twin !== undefined || row.seen !== undefined;
