/** Button that opens the column chooser. */
import { Columns3 } from "lucide-react";
import { createLazyPart } from "../react/lazy-part.tsx";
import { Panel } from "../overlay/Panel.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { ColumnListProps } from "./ColumnList.tsx";

const ColumnList = createLazyPart<ColumnListProps>(() =>
  import("./ColumnList.tsx").then((module) => module.ColumnList),
);

const COLUMNS_ICON = <Columns3 size={18} strokeWidth={1.5} aria-hidden />;

export function ColumnPanel(props: ColumnListProps) {
  const { t } = usePorts();
  return (
    <Panel className="pt-tool" label={t("list.columns")} button={COLUMNS_ICON} ahead={ColumnList.load}>
      {() => <ColumnList {...props} />}
    </Panel>
  );
}
