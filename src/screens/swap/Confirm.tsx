/** Applications that have passed the audit. Each is confirmed with a separate quote. */
import { useCallback, useEffect, useRef, useState } from "react";
import { t, useCall } from "@portolan/engine/app";
import type { Entity, EntityRow, Lang } from "@portolan/engine";
import { Heading, useLoaded } from "@portolan/engine/ui";
import { formatMoney } from "./amount.ts";
import { PendingConfirmation } from "./PendingConfirmation.tsx";
import { Hours, formatOpening } from "./Hours.tsx";
import type { QuoteRequest } from "./quote.ts";
import { Result } from "./Result.tsx";
import { Review } from "./Review.tsx";
import type { SwapProps } from "./Swap.tsx";
import { useQuote } from "./use-quote.tsx";
import { type Trading, useTrading } from "./use-trading.tsx";
import "./swap.css";

const NONE: readonly EntityRow<"swap">[] = [];

export function Confirm({ lang, title, form }: SwapProps) {
  const quoting = useQuote();
  const trading = useTrading(quoting.failure);
  const request = useLoaded(() => form("swapQuote"), "swapQuote")?.request;
  const { data, failure, reload } = useCall("swap.list", { status: "toBeConfirmed", size: 100 });
  const rows = data?.list ?? (failure && NONE);
  const [quoteRequest, setQuoteRequest] = useState<QuoteRequest>();
  const [record, setRecord] = useState<EntityRow<"swap">>();
  const openReview = useCallback((orderNo: string) => setQuoteRequest({ orderNo }), []);
  useLinkedApplication(trading?.open ? rows : undefined, openReview);
  const back = useCallback(() => {
    setQuoteRequest(undefined);
    setRecord(undefined);
    quoting.clear();
    reload();
  }, [quoting, reload]);
  if (!request || !rows || !trading) return <div className="skeleton page-skeleton" aria-hidden />;
  return (
    <section className="sw-page">
      <Heading>{title}</Heading>
      {!record && <PendingConfirmation busy={quoteRequest !== undefined} onDone={setRecord} />}
      {record ? (
        <Result record={record} again={back} label={t("swap.others")} />
      ) : quoteRequest ? (
        <Review
          quoteRequest={quoteRequest}
          quoting={quoting}
          request={request}
          lang={lang}
          trading={trading}
          form={form}
          onBack={back}
          onDone={setRecord}
        />
      ) : (
        <Applications
          rows={rows}
          hasFailed={failure !== undefined}
          trading={trading}
          request={request}
          lang={lang}
          onReload={reload}
          onOpen={openReview}
        />
      )}
    </section>
  );
}

/**
 * Opens the application whose id is in the URL, once, as linked from a record or a notification. `rows`: applications
 * that may be opened.
 */
function useLinkedApplication(rows: readonly EntityRow<"swap">[] | undefined, onOpen: (orderNo: string) => void): void {
  const [named] = useState(() => new URLSearchParams(location.search).get("id"));
  const opened = useRef(false);
  useEffect(() => {
    const found = rows?.find((row) => row.orderNo === named);
    if (opened.current || !found) return;
    opened.current = true;
    onOpen(found.orderNo);
  }, [named, rows, onOpen]);
}

interface ApplicationsProps {
  rows: readonly EntityRow<"swap">[];
  hasFailed: boolean;
  trading: Trading;
  request: Entity;
  lang: Lang;
  onReload(): void;
  onOpen(orderNo: string): void;
}
/** List of the applications that await a quote. */
function Applications({ rows, hasFailed, trading, request, lang, onReload, onOpen }: ApplicationsProps) {
  return (
    <>
      <Hours trading={trading} lang={lang} />
      {hasFailed ? (
        <p className="sw-notice" data-tone="warning" role="alert">
          {t("swap.noAnswer")}{" "}
          <button type="button" className="sw-link" onClick={onReload}>
            {t("retry")}
          </button>
        </p>
      ) : (
        rows.length === 0 && <p className="sw-card sw-quiet">{t("swap.nothingToConfirm")}</p>
      )}
      <ul className="sw-list">
        {rows.map((row) => (
          <li key={row.orderNo} className="sw-card">
            <p>
              <strong className="money">
                {formatMoney(request, row.amount, row.sellCurrency, lang)}
                <span className="iso">{row.sellCurrency}</span>
              </strong>{" "}
              {t("swap.into", { currency: row.buyCurrency })}
              <span className="sw-quiet">{row.orderNo}</span>
            </p>
            <button
              type="button"
              className="btn"
              data-main
              aria-disabled={!trading.open || undefined}
              title={trading.open ? undefined : t("swap.blockedClosed", { time: formatOpening(trading.opensAt, lang) })}
              onClick={() => trading.open && onOpen(row.orderNo)}
            >
              {t("swap.getQuote")}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
