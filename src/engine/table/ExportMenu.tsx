/** The list's own query as a file: what you see is what you get, and the button says how many rows. */
import { Download } from "lucide-react";
import { useState } from "react";
import type { Entity, Row } from "../entity/entity.ts";
import { Panel } from "../overlay/Panel.tsx";
import type { CallFailure } from "../ports.ts";
import { usePorts } from "../ports-context.tsx";

interface ExportProps {
  entity: Entity;
  /** The list's request: filters, sort, preset. */
  params: Row;
  columns: readonly string[];
  total?: number;
  /** Keys of the chosen rows; empty: all that match. */
  chosen: readonly string[];
}
export function ExportMenu({ entity, params, columns, total, chosen }: ExportProps) {
  const ports = usePorts();
  const { word } = ports;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async (format: "xlsx" | "csv", shown: boolean, close: () => void) => {
    const { page: _page, size: _size, cursor: _cursor, ...query } = params;
    setBusy(true);
    setFailure(undefined);
    try {
      await ports.download(entity.calls.export!, { ...query, format, ...(shown ? { cols: columns.join(",") } : {}), ...(chosen.length > 0 ? { ids: chosen.join(",") } : {}) });
      close();
    } catch (error) {
      setFailure((error as CallFailure).message || word("list.failed"));
    } finally {
      setBusy(false);
    }
  };
  const count = chosen.length || total;
  return (
    <Panel
      className="btn pt-bar-btn"
      disabled={total === 0}
      button={
        <>
          <Download size={16} strokeWidth={1.5} aria-hidden />
          {word("list.export")}
        </>
      }
    >
      {(close) => (
        <div className="pt-export">
          <p className="pt-quiet">{count === undefined ? word("list.exportAll") : word(chosen.length > 0 ? "list.exportChosen" : "list.exportRows", { count: count.toLocaleString("en") })}</p>
          <button type="button" className="btn" data-main data-small disabled={busy} onClick={() => void run("xlsx", true, close)}>
            {word("list.exportXlsx")}
          </button>
          <button type="button" className="btn" data-small disabled={busy} onClick={() => void run("csv", true, close)}>
            {word("list.exportCsv")}
          </button>
          {failure && (
            <p className="pt-wrong" role="alert">
              {failure}
            </p>
          )}
        </div>
      )}
    </Panel>
  );
}
