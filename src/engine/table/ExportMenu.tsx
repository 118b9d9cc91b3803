/** Exports the list's own query as a file; the panel shows the number of rows. */
import { Download } from "lucide-react";
import { memo } from "react";
import type { Entity, Row } from "../model/entity.ts";
import { lazyPart } from "../react/lazy-part.tsx";
import { Panel } from "../overlay/Panel.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { Selection } from "../operation/selection.ts";

export interface ExportProps {
  entity: Entity;
  /** Request of the list: filters, sort, preset. */
  params: Row;
  /** Shown columns; `offered`: all available ones. */
  columns: readonly string[];
  offered: readonly string[];
  total?: number;
  selection: Selection;
}
const ExportForm = lazyPart<ExportProps & { close(): void }>(() =>
  import("./ExportForm.tsx").then((module) => module.ExportForm),
);

export const ExportMenu = memo(function ExportMenu(props: ExportProps) {
  const { word } = usePorts();
  return (
    <span data-key="export">
      <Panel
        className="btn pt-bar-btn"
        disabled={props.total === 0}
        ahead={ExportForm.load}
        button={
          <>
            <Download size={16} strokeWidth={1.5} aria-hidden />
            {word("list.export")}
          </>
        }
      >
        {(close) => <ExportForm {...props} close={close} />}
      </Panel>
    </span>
  );
});
