/** Buttons that download the statement of the period and print it. */
import { type Filter, type Entity, formatWallClock, type Labels, type Row } from "@portolan/engine";
import { sendCall, type useListPage, type ViewProps, usePorts } from "@portolan/engine/ui";
import { Printer, FileText } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { DocumentButton } from "./DocumentButton.tsx";
import { StatementLines } from "./StatementLines.tsx";
import type { StatementPlan } from "./statement.ts";
import type { Account } from "./use-account.tsx";

interface ActionsProps extends Pick<ViewProps, "entity" | "id" | "title"> {
  plan: StatementPlan;
  list: ReturnType<typeof useListPage>;
  account: Account;
  isWhole: boolean;
}

export function StatementActions({ entity, id, title, plan, list, account, isWhole }: ActionsProps) {
  const { request, query } = list;
  return (
    <>
      {plan.paper !== undefined && account.number !== undefined && (
        <StatementDownload paper={plan.paper} number={account.number} />
      )}
      <PrintStatement
        {...{ entity, id, plan, title, request, account, isWhole }}
        period={formatPeriod(query.filters[plan.date])}
      />
    </>
  );
}

/** Returns the first and last day of the period. Undefined for all time. */
const formatPeriod = (period: Filter | undefined): string | undefined =>
  period?.style === "range" ? [period.from, period.to].map((day = "") => day.slice(0, 10)).join(" – ") : undefined;

/** Downloads the statement document of a period. `paper` is the entity of the document, and `number` is its key. */
function StatementDownload({ paper, number }: { paper: string; number: string }) {
  const ports = usePorts();
  const download = async () => {
    const { calls } = await ports.entity(paper);
    if (calls.export) await ports.download(calls.export, { ids: number, format: "pdf" });
  };
  return <DocumentButton icon={FileText} label={ports.t("receipt.download")} run={download} />;
}

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
  /** First and last day. Undefined for all time. */
  period: string | undefined;
  /** Whether no filter leaves out lines, so that opening and closing balance enclose them. */
  isWhole: boolean;
}
interface Lines {
  rows: Row[];
  labels: Labels;
}

/** Button that loads the lines and prints them. */
function PrintStatement(props: PrintStatementProps) {
  const { entity, request } = props;
  const ports = usePorts();
  const [lines, setLines] = useState<Lines>();
  const { list: call } = entity.calls;
  const load = async () => {
    if (!call) return;
    const found: Lines = { rows: [], labels: {} };
    for (let page = 1; found.rows.length < MAX_LINES; page++) {
      const { list: rows, labels = {} } = await sendCall(ports, call, { ...request, page, size: PAGE });
      found.rows.push(...rows);
      for (const [name, texts] of Object.entries(labels))
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
function StatementDocument({ account, period, isWhole, ...props }: PrintStatementProps & Lines) {
  const { entity, id, title } = props;
  const { dialect, lang, now, t } = usePorts();
  useLayoutEffect(() => {
    document.documentElement.dataset["printing"] = "statement";
    return () => void delete document.documentElement.dataset["printing"];
  }, []);
  return createPortal(
    <section className="py-paper">
      <h1>
        {title} {account.currency}
      </h1>
      <p>
        {period ?? entity.text(`views.${id}.all`, lang)} · {t("export.generatedAt")}{" "}
        {formatWallClock(now(), dialect.zone)}
      </p>
      <StatementLines
        {...props}
        currency={account.currency}
        closing={isWhole ? account.closing : undefined}
        opening={isWhole ? account.opening : undefined}
      />
    </section>,
    document.body,
  );
}
