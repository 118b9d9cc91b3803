/** Results of every row: progress that continues without the page, then executed and refused rows, and the refused ones to correct. */
import { useMemo, useState } from "react";
import { ErrorFileButton } from "./ErrorFileButton.tsx";
import type { ImportModel } from "./use-import.tsx";
import { Windowed } from "./Windowed.tsx";
import type { RowResult } from "../model/wire.ts";

const ROW = 44;

export function ResultStep({ model, onList }: { model: ImportModel; onList?: (() => void) | undefined }) {
  const { ports, entity, batch, rows, opened } = model;
  const { word, lang } = ports;
  const { status } = batch;
  const [all, setAll] = useState(false);
  const results = useMemo(() => status?.results ?? [], [status]);
  const refused = useMemo(() => results.filter((one) => one.state === "refused"), [results]);
  if (!status) return <div className="pi-card pi-bone" aria-hidden />;
  const through = status.done + status.refused;
  const why = (one: RowResult) =>
    one.message ?? (one.errors ?? []).map((error) => `${labelAt(error.at)}${error.message}`).join(word("import.stop"));
  const labelAt = (at: string) => {
    const key = `field.${at.split("/")[1] ?? ""}.label`;
    const label = entity.text(key, lang);
    return label === key ? "" : `${label}${word("form.colon")}`;
  };
  const byLine = new Map(rows.all.map((row) => [row.line, row]));
  // After a reload the cells of the file are gone.
  const inHand = refused.filter((one) => byLine.has(one.line));
  const failing = inHand.flatMap((one) => {
    const cells = byLine.get(one.line)?.cells;
    return cells ? [{ line: one.line, cells, problems: [{ column: "", message: why(one) }] }] : [];
  });
  const shown = all ? results : refused;
  return (
    <div className="pi-card">
      <p className="pi-file">{batch.name}</p>
      <p className="pi-counts" role="status">
        {status.waiting > 0
          ? word("import.running", { done: through, all: status.rows })
          : word("import.finished", { count: status.done, refused: status.refused })}
      </p>
      {status.waiting > 0 && (
        <>
          <progress max={status.rows} value={through} aria-label={word("import.runningLabel")} />
          <p className="pi-hint">{word("import.mayLeave")}</p>
        </>
      )}
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
          {refused.length > inHand.length && <p className="pi-hint">{word("import.chooseAgain")}</p>}
          <div className="pi-buttons">
            {inHand.length > 0 && (
              <button type="button" className="btn" onClick={() => model.repair(inHand)}>
                {word("import.repair", { count: inHand.length })}
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
        </>
      )}
    </div>
  );
}

interface ResultsProps {
  model: ImportModel;
  results: readonly RowResult[];
  /** Returns why a row was refused. */
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
