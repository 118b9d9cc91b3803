/** Export dialog: rows, columns and format, with the number of rows. */
import { useState } from "react";
import { listExportedColumns } from "../cells/columns.ts";
import { canReveal } from "../entity/is-masked.ts";
import type { Entity, Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { findFailure, runOnce } from "../operation/run-once.ts";
import { useIsMounted } from "../react/use-is-mounted.tsx";
import { toParameter, writeFilter } from "../query/grammar.ts";
import type { Chosen } from "../operation/selection.ts";
import {
  ColumnOptions,
  CsvOptions,
  type ExportOptions,
  ExportProgress,
  type ExportProps,
  RevealOption,
  ScopeOptions,
} from "./export-options.tsx";
import { formatRefusal } from "../query/request.ts";
import { useChosen } from "./use-selection.tsx";

export function ExportForm(props: ExportProps & { close(): void }) {
  const { entity, params, columns, total, selection, close } = props;
  const offered = listExportedColumns(entity, props.offered);
  const { t, granted } = usePorts();
  const { chosen, count = 0 } = useChosen(selection, total);
  const [options, setOptions] = useState<ExportOptions>({ only: true, all: false, excel: true, whole: false });
  const { page: _page, size: _size, cursor: _cursor, ...query } = params;
  const hasChosen = chosen.mode === "all" || count > 0;
  const choice = hasChosen && options.only ? exportChoice(entity, query, chosen) : {};
  const cols = options.all ? offered : columns;
  // Columns whose masked values the user may export in full.
  const covered = cols.filter((name) => canReveal(entity, entity.field(name), granted));
  const { busy, ahead, failure, run } = useExport(entity, close);
  const start = (format: Format) => {
    const body = {
      ...query,
      ...choice,
      format,
      cols: cols.join(","),
      ...(format === "csv" && options.excel ? { excel: 1 } : {}),
    };
    void run(body, options.whole && covered.length > 0);
  };
  const shared = {
    ...props,
    offered,
    options,
    onChange: (change: Partial<ExportOptions>) => setOptions({ ...options, ...change }),
  };
  const isOff = Boolean(busy) || !choice;
  return (
    <div className="pt-export">
      <ScopeOptions {...shared} count={hasChosen ? count : undefined} />
      <ColumnOptions {...shared} />
      <CsvOptions {...shared} />
      {covered.length > 0 && <RevealOption {...shared} covered={covered} />}
      {(failure || !choice) && (
        <p className="pt-wrong" role="alert">
          {failure ?? t("list.exportTooMany")}
        </p>
      )}
      {busy && <ExportProgress ahead={ahead} onStop={() => busy.abort()} />}
      <Formats entity={entity} disabled={isOff} onStart={start} />
    </div>
  );
}

type Format = "xlsx" | "csv" | "pdf";
/** Buttons for the formats. PDF is offered only for entities that have a receipt. */
function Formats({ entity, disabled, onStart }: { entity: Entity; disabled: boolean; onStart(format: Format): void }) {
  const { t, lang } = usePorts();
  const label = entity.receipt?.named ? entity.text("receipt.name", lang) : t("receipt.open");
  return (
    <div className="pt-export-go">
      <button type="button" className="btn" data-main data-small disabled={disabled} onClick={() => onStart("xlsx")}>
        {t("list.exportXlsx")}
      </button>
      <button type="button" className="btn" data-small disabled={disabled} onClick={() => onStart("csv")}>
        {t("list.exportCsv")}
      </button>
      {entity.receipt && (
        <button type="button" className="btn" data-small disabled={disabled} onClick={() => onStart("pdf")}>
          {t("list.exportPapers", { name: label })}
        </button>
      )}
    </div>
  );
}

/**
 * Downloads the file, after step-up if it contains full values. `ahead` is the number of exports ahead in the queue.
 */
function useExport(entity: Entity, close: () => void) {
  const ports = usePorts();
  const { t } = ports;
  const [busy, setBusy] = useState<AbortController>();
  const [ahead, setAhead] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const isMounted = useIsMounted();
  const run = async (body: Row, whole: boolean) => {
    const { export: call } = entity.calls;
    if (!call) return;
    const given = new AbortController();
    setBusy(given);
    setFailure(undefined);
    // Close the panel first, because it would cover the password dialog.
    if (whole) close();
    const outcome = await runOnce(
      ports,
      {
        call,
        stepUp: whole ? ports.dialect.stepUps[0] : undefined,
        describe: async () => t("list.exportWhole"),
        transmit: async (endpoint, query, { proof }) => {
          await ports.download(endpoint, query, { signal: given.signal, onWaiting: setAhead, ...(proof && { proof }) });
          return {};
        },
      },
      whole ? toText({ ...body, whole: 1 }) : body,
    );
    setBusy(undefined);
    setAhead(undefined);
    if (outcome.end === "succeeded") {
      // A panel that has been reopened in the meantime is another instance and stays open.
      if (isMounted()) close();
    } else if (outcome.end !== "cancelled" && !given.signal.aborted) {
      const refusal = findFailure(outcome);
      const message = (refusal && formatRefusal(refusal)) || t("list.failed");
      if (isMounted()) setFailure(message);
      else ports.notify("warning", `${t("list.export")} · ${message}`);
    }
  };
  return { busy, ahead, failure, run };
}

/** Converts values to text as the server does, because the confirmed body must equal the sent one byte for byte. */
const toText = (query: Row): Row =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  );

/**
 * Maximum length of the ids or the filter in a GET request, in characters. Far below the 16 KB header limit of servers.
 */
const MAX_CHARACTERS = 10_000;
/** Maximum number of values in a filter, as in the query. */
const MAX_VALUES = 200;

/**
 * Returns the parameters that restrict the export to the selected rows. Undefined when they are too long, when too many
 * rows are excluded, or when excluding rows would need a second filter on the key.
 */
export function exportChoice(entity: Entity, query: Row, chosen: Chosen): Row | undefined {
  if (chosen.mode === "some") {
    const ids = [...chosen.rows.keys()].join(",");
    return encodeURIComponent(ids).length <= MAX_CHARACTERS ? { ids } : undefined;
  }
  if (chosen.except.size === 0) return {};
  const name = toParameter(entity.key);
  const filter = writeFilter(
    { style: "is", values: [...chosen.except], not: true },
    entity.field(entity.key).kind.filter,
  );
  const fits =
    filter !== undefined &&
    chosen.except.size <= MAX_VALUES &&
    filter.length <= MAX_CHARACTERS &&
    query[name] === undefined;
  return fits ? { [name]: filter } : undefined;
}
