/** What became of every row: progress that the page may leave and find again, then done and refused, and only these once more. */
import { useMemo, useState } from "react";
import { ErrorFileButton } from "./ErrorFileButton.tsx";
import type { ImportModel } from "./use-import.tsx";
import { Windowed } from "./Windowed.tsx";
import type { RowResult } from "../model/wire.ts";

const ROW = 44;

export function ResultStep({ model, onList }: { model: ImportModel; onList?(): void }) {
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
  const inHand = refused.filter((one) => rows.all.some((row) => row.line === one.line));
  const failing = inHand.map((one) => ({
    line: one.line,
    cells: rows.all.find((row) => row.line === one.line)!.cells,
    problems: [{ column: "", message: why(one) }],
  }));
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
      {shown.length > 0 && (
        <Windowed
          rows={shown}
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
              <td>{one.id ?? why(one)}</td>
            </tr>
          )}
        />
      )}
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
