/** Export dialog: rows, columns and format, with the number of rows. */
import { useState } from "react";
import { canReveal } from "../entity/covered.ts";
import type { Entity, Row } from "../model/entity.ts";
import { exportTable } from "../export/table.ts";
import { usePorts } from "../react/ports-context.tsx";
import { failureOf, runOnce } from "../operation/run-once.ts";
import type { Selection } from "../operation/selection.ts";
import { useIsMounted } from "../react/use-is-mounted.tsx";
import { exportChoice } from "./export-choice.ts";
import { saidOf } from "../query/request.ts";
import { useChosen } from "./use-selection.tsx";

export interface ExportProps {
  entity: Entity;
  /** Request of the list: filters, sort, preset. */
  params: Row;
  /** Shown columns; `offered`: all available ones. */
  columns: readonly string[];
  offered: readonly string[];
  total?: number | undefined;
  selection: Selection;
}

export function ExportForm({
  entity,
  params,
  columns,
  offered,
  total,
  selection,
  close,
}: ExportProps & { close(): void }) {
  const ports = usePorts();
  const { word, lang } = ports;
  const { chosen, count = 0 } = useChosen(selection, total);
  const [only, setOnly] = useState(true);
  const [all, setAll] = useState(false);
  const [excel, setExcel] = useState(true);
  const [whole, setWhole] = useState(false);
  const [busy, setBusy] = useState<AbortController>();
  const [ahead, setAhead] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const here = useIsMounted();
  const { page: _page, size: _size, cursor: _cursor, ...query } = params;
  const hasChosen = chosen.mode === "all" || count > 0;
  // Currency columns that the export adds to shown amounts.
  const added = exportTable(entity, columns, lang)
    .fields.filter(({ name }) => !columns.includes(name))
    .map(({ name }) => entity.text(`field.${name}.label`, lang));
  const choice = hasChosen && only ? exportChoice(entity, query, chosen) : {};
  // Columns that are masked unless exported in full.
  const covered = (all ? offered : columns).filter((name) => canReveal(entity, entity.field(name), ports.granted));
  const run = async (format: "xlsx" | "csv") => {
    const { export: call } = entity.calls;
    if (!call) return;
    const given = new AbortController();
    setBusy(given);
    setFailure(undefined);
    const body = {
      ...query,
      ...choice,
      format,
      cols: (all ? offered : columns).join(","),
      ...(format === "csv" && excel ? { excel: 1 } : {}),
    };
    const sent = whole && covered.length > 0 ? asText({ ...body, whole: 1 }) : undefined;
    // The panel would cover the password dialog.
    if (sent) close();
    const outcome = await runOnce(
      ports,
      {
        call,
        stepUp: sent && ports.dialect.stepUps[0],
        describe: async () => word("list.exportWhole"),
        transmit: async (endpoint, query, { proof }) => {
          await ports.download(endpoint, query, { signal: given.signal, onWaiting: setAhead, ...(proof && { proof }) });
          return {};
        },
      },
      sent ?? body,
    );
    setBusy(undefined);
    setAhead(undefined);
    if (outcome.end === "succeeded") {
      // A panel opened since is another instance.
      if (here()) close();
    } else if (outcome.end !== "cancelled" && !given.signal.aborted) {
      const failure = failureOf(outcome);
      const message = (failure && saidOf(failure)) || word("list.failed");
      if (here()) setFailure(message);
      else ports.notify("warning", `${word("list.export")} · ${message}`);
    }
  };
  const option = (name: string, text: string, checked: boolean, set: () => void) => (
    <label className="pt-check">
      <input type="radio" name={name} checked={checked} onChange={set} />
      {text}
    </label>
  );
  return (
    <div className="pt-export">
      {hasChosen ? (
        <fieldset>
          <legend>{word("list.exportScope")}</legend>
          {option("scope", word("list.exportChosen", { count }), only, () => setOnly(true))}
          {option(
            "scope",
            total === undefined ? word("list.exportAll") : word("list.exportRows", { count: total }),
            !only,
            () => setOnly(false),
          )}
        </fieldset>
      ) : (
        <p>{total === undefined ? word("list.exportAll") : word("list.exportRows", { count: total })}</p>
      )}
      <fieldset>
        <legend>{word("list.exportColumns")}</legend>
        {option(
          "columns",
          added.length > 0
            ? word("list.exportShownWith", { count: columns.length, names: added.join(word("list.and")) })
            : word("list.exportShown", { count: columns.length }),
          !all,
          () => setAll(false),
        )}
        {option("columns", word("list.exportOffered", { count: offered.length }), all, () => setAll(true))}
      </fieldset>
      <fieldset>
        <legend>{word("list.exportCsvFor")}</legend>
        {option("csv", word("list.exportForExcel"), excel, () => setExcel(true))}
        {option("csv", word("list.exportForPrograms"), !excel, () => setExcel(false))}
      </fieldset>
      {covered.length > 0 && (
        <label className="pt-check">
          <input type="checkbox" checked={whole} onChange={(event) => setWhole(event.target.checked)} />
          <span>
            {word("list.exportWhole")}
            <small>
              {word("list.exportWholeHelp", {
                names: covered.map((name) => entity.text(`field.${name}.label`, lang)).join(word("list.and")),
              })}
            </small>
          </span>
        </label>
      )}
      {(failure || !choice) && (
        <p className="pt-wrong" role="alert">
          {failure ?? word("list.exportTooMany")}
        </p>
      )}
      {busy && (
        <p className="pt-export-line" role="status">
          {ahead === undefined
            ? word("list.exportMaking")
            : ahead > 0
              ? word("list.exportAhead", { count: ahead })
              : word("list.exportInLine")}
          <button type="button" className="btn" data-small onClick={() => busy.abort()}>
            {word("list.exportStop")}
          </button>
        </p>
      )}
      <div className="pt-export-go">
        <button
          type="button"
          className="btn"
          data-main
          data-small
          disabled={Boolean(busy) || !choice}
          onClick={() => void run("xlsx")}
        >
          {word("list.exportXlsx")}
        </button>
        <button
          type="button"
          className="btn"
          data-small
          disabled={Boolean(busy) || !choice}
          onClick={() => void run("csv")}
        >
          {word("list.exportCsv")}
        </button>
      </div>
    </div>
  );
}

/** Converts values to text as the server reads them: the confirmed body must equal the sent one byte by byte. */
const asText = (query: Row): Row =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  );
