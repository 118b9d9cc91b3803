/** Exports the list's current query as a file. The panel shows the number of rows. */
import { Download } from "lucide-react";
import { memo } from "react";
import { createLazyPart } from "../react/lazy-part.tsx";
import { Panel } from "../overlay/Panel.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { ExportProps } from "./export-options.tsx";

const ExportForm = createLazyPart(() => import("./ExportForm.tsx").then((module) => module.ExportForm));

const EXPORT_ICON = <Download size={16} strokeWidth={1.5} aria-hidden />;

/** Button with the export panel. `className` replaces the one of the header's button. */
export const ExportMenu = memo(function ExportMenu({
  className = "btn pt-bar-btn",
  ...props
}: ExportProps & { className?: string }) {
  const { t } = usePorts();
  return (
    <span data-key="export">
      <Panel
        className={className}
        disabled={props.total === 0}
        ahead={ExportForm.load}
        button={
          <>
            {EXPORT_ICON}
            <span>{t("list.export")}</span>
          </>
        }
      >
        {(close) => <ExportForm {...props} close={close} />}
      </Panel>
    </span>
  );
});
