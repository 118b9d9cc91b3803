/**
 * Result of a batch: its progress, the outcome of each row, and the rejected rows for correction. The batch continues
 * when the page is closed.
 */
import { useMemo, useState } from "react";
import { ErrorFileButton } from "./ErrorFileButton.tsx";
import type { ImportModel } from "./use-import.tsx";
import { VirtualTable } from "./VirtualTable.tsx";
import { findFileField } from "../entity/transitions.ts";
import type { Entity } from "../model/entity.ts";
import type { BatchStatus, RowResult } from "../model/wire.ts";
import { toParameter, writeFilter } from "../query/grammar.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";

const ROW = 44;

interface ResultStepProps {
  model: ImportModel;
  onList?: (() => void) | undefined;
}
export function ResultStep({ model, onList }: ResultStepProps) {
  const { entity, batch, rows, opened } = model;
  const { t, lang } = model.ports;
  const { status } = batch;
  const [all, setAll] = useState(false);
  const results = useMemo(() => status?.results ?? [], [status]);
  const refused = useMemo(() => results.filter((result) => result.state === "refused"), [results]);
  if (!status) return <div className="pi-card pi-bone" aria-hidden />;
  const why = (result: RowResult) =>
    result.message ??
    (result.errors ?? []).map((error) => `${labelAt(error.at)}${error.message}`).join(t("import.stop"));
  const labelAt = (pointer: string) => {
    const name = pointer.split("/")[1];
    const field = entity.fields.find((field) => field.name === name);
    return field ? `${entity.label(field.name, lang)}${t("form.colon")}` : "";
  };
  const byLine = new Map(rows.all.map((row) => [row.line, row]));
  // Rows whose cells are unknown cannot be edited: after a reload, the cells of the file are no longer available.
  const repairable = refused.filter((result) => byLine.has(result.line));
  const failing = repairable.flatMap((result) => {
    const cells = byLine.get(result.line)?.cells;
    return cells ? [{ line: result.line, cells, problems: [{ column: "", message: why(result) }] }] : [];
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
      {status.waiting === 0 && status.fileNo && <FileNumber entity={entity} status={status} />}
      {results.length > 0 && (
        <div className="pi-tools">
          <label className="pi-check">
            <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
            {t("import.showAll")}
          </label>
          {failing.length > 0 && opened && <ErrorFileButton model={model} failing={failing} />}
        </div>
      )}
      {shown.length > 0 && <Results model={model} results={shown} describe={why} />}
      {status.waiting === 0 && (
        <>
          {refused.length > repairable.length && <p className="pi-hint">{t("import.chooseAgain")}</p>}
          <NextSteps model={model} repairable={repairable} onList={onList} />
        </>
      )}
    </div>
  );
}

function Progress({ status }: { status: BatchStatus }) {
  const { t } = usePorts();
  const through = status.done + status.refused;
  if (status.waiting === 0)
    return (
      <p className="pi-counts" role="status">
        {t("import.finished", { count: status.done, refused: status.refused })}
      </p>
    );
  return (
    <>
      <p className="pi-counts" role="status">
        {t("import.running", { done: through, all: status.rows })}
      </p>
      <progress max={status.rows} value={through} aria-label={t("import.runningLabel")} />
      <p className="pi-hint">{t("import.mayLeave")}</p>
    </>
  );
}

/** Shows the number by which the records are found, and warns if no other user may review them. */
function FileNumber({ entity, status }: { entity: Entity; status: BatchStatus }) {
  const { t, listPath } = usePorts();
  const { fileNo = "", noReviewer } = status;
  const [field, path] = [findFileField(entity), listPath?.(entity.name)];
  const filter = field && writeFilter({ style: "is", values: [fileNo], not: false }, entity.field(field).kind.filter);
  return (
    <>
      <p className="pi-hint">
        {t("import.fileNo", { file: fileNo })}{" "}
        {field && filter && path !== undefined && (
          <Link
            href={`${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ [toParameter(field)]: filter })}`}
          >
            {t("import.toFile")}
          </Link>
        )}
      </p>
      {noReviewer && (
        <p className="pi-wrong" role="status">
          {t("import.noReviewer")}
        </p>
      )}
    </>
  );
}

/** Actions after a batch. `repairable` are the rejected rows whose cells can be edited. */
function NextSteps({ model, repairable, onList }: ResultStepProps & { repairable: readonly RowResult[] }) {
  const { t } = usePorts();
  return (
    <div className="pi-buttons">
      {repairable.length > 0 && (
        <button type="button" className="btn" onClick={() => model.repair(repairable)}>
          {t("import.repair", { count: repairable.length })}
        </button>
      )}
      <button type="button" className="btn" onClick={model.restart}>
        {t("import.otherFile")}
      </button>
      {onList && (
        <button type="button" className="btn" data-main onClick={onList}>
          {t("import.toList")}
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
  const { t } = model.ports;
  return (
    <VirtualTable
      rows={results}
      height={ROW}
      columns={3}
      label={t("import.results")}
      head={
        <tr>
          <th scope="col" className="pi-line">
            {t("import.line")}
          </th>
          <th scope="col">{t("import.outcome")}</th>
          <th scope="col">{t("import.detail")}</th>
        </tr>
      }
      renderRow={(result, index) => (
        <tr key={result.line} aria-rowindex={index + 2}>
          <th scope="row" className="pi-line">
            {result.line}
          </th>
          <td>
            <span className="status" data-tone={result.state === "done" ? "success" : "danger"}>
              {t(`import.state.${result.state}`)}
            </span>
          </td>
          <td>{result.id ?? describe(result)}</td>
        </tr>
      )}
    />
  );
}
