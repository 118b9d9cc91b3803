/**
 * Result of a batch: its progress, which continues when the page is closed, the outcome of each row, and the rejected
 * rows for correction.
 */
import { useMemo, useState } from "react";
import { ErrorFileButton } from "./ErrorFileButton.tsx";
import type { ImportModel } from "./use-import.tsx";
import { Windowed } from "./Windowed.tsx";
import type { BatchStatus, RowResult } from "../model/wire.ts";
import { usePorts } from "../react/ports-context.tsx";

const ROW = 44;

interface ResultStepProps {
  model: ImportModel;
  onList?: (() => void) | undefined;
}
export function ResultStep({ model, onList }: ResultStepProps) {
  const { entity, batch, rows, opened } = model;
  const { word, lang } = model.ports;
  const { status } = batch;
  const [all, setAll] = useState(false);
  const results = useMemo(() => status?.results ?? [], [status]);
  const refused = useMemo(() => results.filter((one) => one.state === "refused"), [results]);
  if (!status) return <div className="pi-card pi-bone" aria-hidden />;
  const why = (one: RowResult) =>
    one.message ?? (one.errors ?? []).map((error) => `${labelAt(error.at)}${error.message}`).join(word("import.stop"));
  const labelAt = (pointer: string) => {
    const name = pointer.split("/")[1];
    const field = entity.fields.find((one) => one.name === name);
    return field ? `${entity.label(field.name, lang)}${word("form.colon")}` : "";
  };
  const byLine = new Map(rows.all.map((row) => [row.line, row]));
  // After a reload the cells of the file are no longer available.
  const repairable = refused.filter((one) => byLine.has(one.line));
  const failing = repairable.flatMap((one) => {
    const cells = byLine.get(one.line)?.cells;
    return cells ? [{ line: one.line, cells, problems: [{ column: "", message: why(one) }] }] : [];
  });
  const shown = all ? results : refused;
  return (
    <div className="pi-card">
      <p className="pi-file">{batch.name}</p>
      <Progress status={status} />
      {batch.failure && (
        <p className="pi-wrong" role="alert">
          {batch.failure}
        </p>
      )}
      {results.length > 0 && (
        <div className="pi-tools">
          <label className="pi-check">
            <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
            {word("import.showAll")}
          </label>
          {failing.length > 0 && opened && <ErrorFileButton model={model} failing={failing} />}
        </div>
      )}
      {shown.length > 0 && <Results model={model} results={shown} describe={why} />}
      {status.waiting === 0 && (
        <>
          {refused.length > repairable.length && <p className="pi-hint">{word("import.chooseAgain")}</p>}
          <NextSteps model={model} repairable={repairable} onList={onList} />
        </>
      )}
    </div>
  );
}

function Progress({ status }: { status: BatchStatus }) {
  const { word } = usePorts();
  const through = status.done + status.refused;
  if (status.waiting === 0)
    return (
      <p className="pi-counts" role="status">
        {word("import.finished", { count: status.done, refused: status.refused })}
      </p>
    );
  return (
    <>
      <p className="pi-counts" role="status">
        {word("import.running", { done: through, all: status.rows })}
      </p>
      <progress max={status.rows} value={through} aria-label={word("import.runningLabel")} />
      <p className="pi-hint">{word("import.mayLeave")}</p>
    </>
  );
}

/** Actions after a batch. `repairable` are the rejected rows whose cells can be edited. */
function NextSteps({ model, repairable, onList }: ResultStepProps & { repairable: readonly RowResult[] }) {
  const { word } = usePorts();
  return (
    <div className="pi-buttons">
      {repairable.length > 0 && (
        <button type="button" className="btn" onClick={() => model.repair(repairable)}>
          {word("import.repair", { count: repairable.length })}
        </button>
      )}
      <button type="button" className="btn" onClick={model.restart}>
        {word("import.otherFile")}
      </button>
      {onList && (
        <button type="button" className="btn" data-main onClick={onList}>
          {word("import.toList")}
        </button>
      )}
    </div>
  );
}

interface ResultsProps {
  model: ImportModel;
  results: readonly RowResult[];
  /** Returns why a row was rejected. */
  describe(result: RowResult): string;
}
function Results({ model, results, describe }: ResultsProps) {
  const { word } = model.ports;
  return (
    <Windowed
      rows={results}
      height={ROW}
      columns={3}
      label={word("import.results")}
      head={
        <tr>
          <th scope="col" className="pi-line">
            {word("import.line")}
          </th>
          <th scope="col">{word("import.outcome")}</th>
          <th scope="col">{word("import.detail")}</th>
        </tr>
      }
      renderRow={(one, at) => (
        <tr key={one.line} aria-rowindex={at + 2}>
          <th scope="row" className="pi-line">
            {one.line}
          </th>
          <td>
            <span className="status" data-tone={one.state === "done" ? "success" : "danger"}>
              {word(`import.state.${one.state}`)}
            </span>
          </td>
          <td>{one.id ?? describe(one)}</td>
        </tr>
      )}
    />
  );
}
