/** Print version of a statement: every line of the period up to `MAX_LINES`, regardless of the list's current page. */
import { Printer } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { type Entity, formatWallClock, type Labels, type Row } from "../../engine/index.ts";
import { usePorts } from "../../engine/ui.tsx";
import { DocumentButton } from "./DocumentButton.tsx";
import { StatementLines } from "./StatementLines.tsx";
import type { StatementPlan } from "./statement.ts";
import type { Account } from "./use-account.tsx";

/** Number of lines per request, and number of lines at which loading stops. */
const PAGE = 100;
const MAX_LINES = 5_000;

interface PrintStatementProps {
  entity: Entity;
  id: string;
  plan: StatementPlan;
  title: string;
  /** Request parameters of the list: currency, period and filters. */
  request: Row;
  account: Account;
}
interface Lines {
  rows: Row[];
  labels: Labels;
}

/** Button that loads the lines and prints them. */
export function PrintStatement(props: PrintStatementProps) {
  const { entity, request } = props;
  const ports = usePorts();
  const [lines, setLines] = useState<Lines>();
  const { list: call } = entity.calls;
  const load = async () => {
    if (!call) return;
    const found: Lines = { rows: [], labels: {} };
    for (let page = 1; found.rows.length < MAX_LINES; page++) {
      const { list: rows, labels = {} } = await ports.call(call, { ...request, page, size: PAGE });
      found.rows.push(...rows);
      for (const [name, texts] of Object.entries<Record<string, string>>(labels))
        found.labels = { ...found.labels, [name]: { ...found.labels[name], ...texts } };
      if (rows.length < PAGE) break;
    }
    // Rendered synchronously, because the browser prints the page in its current state.
    flushSync(() => setLines(found));
    addEventListener("afterprint", () => setLines(undefined), { once: true });
    print();
  };
  return (
    <>
      <DocumentButton icon={Printer} label={ports.t("view.print")} run={load} />
      {lines && <StatementDocument {...props} {...lines} />}
    </>
  );
}

/** Content of the print version. While it is mounted, nothing else on the page is printed. */
function StatementDocument({ entity, id, plan, title, account, request, rows, labels }: PrintStatementProps & Lines) {
  const { dialect, now, t } = usePorts();
  useLayoutEffect(() => {
    document.documentElement.dataset["printing"] = "statement";
    return () => void delete document.documentElement.dataset["printing"];
  }, []);
  const period = String(request[plan.date] ?? "").replace("..", " – ");
  return createPortal(
    <section className="py-paper">
      <h1>
        {title} {account.currency}
      </h1>
      <p>
        {period} · {t("export.generatedAt")} {formatWallClock(now(), dialect.zone)}
      </p>
      <StatementLines
        entity={entity}
        id={id}
        plan={plan}
        rows={rows}
        labels={labels}
        currency={account.currency}
        closing={account.closing}
        opening={account.opening}
      />
    </section>,
    document.body,
  );
}
