/**
 * Resumes a confirmation whose response was lost: repeats the request with the same idempotency key and shows the
 * outcome.
 */
import { useEffect, useRef, useState } from "react";
import { t } from "@portolan/engine/app";
import type { EntityRow } from "@portolan/engine";
import { Link, useOperation, usePorts } from "@portolan/engine/ui";
import { confirmQuote, readPendingQuoteId, readSwap } from "./confirm-quote.ts";
import { recordHref } from "./Result.tsx";

interface Props {
  /** Whether the user has started another exchange, which the outcome of the pending exchange must not replace. */
  busy: boolean;
  onDone(record: EntityRow<"swap">): void;
}
export function PendingConfirmation(props: Props) {
  const ports = usePorts();
  const [quoteId] = useState(() => readPendingQuoteId(ports));
  return quoteId === undefined ? null : <Resumed {...props} quoteId={quoteId} />;
}

const TEXTS = {
  asking: "swap.earlierAsking",
  done: "swap.earlierDone",
  not: "swap.earlierNot",
  unknown: "swap.unknown",
} as const;

function Resumed({ quoteId, busy, onDone }: Props & { quoteId: string }) {
  const ports = usePorts();
  const [setup] = useState(() => confirmQuote(ports, quoteId));
  const [, operation] = useOperation(setup);
  const [shown, setShown] = useState<keyof typeof TEXTS>("asking");
  const [made, setMade] = useState<EntityRow<"swap">>();
  const isBusy = useRef(busy);
  isBusy.current = busy;
  const resume = async () => {
    setShown("asking");
    const settled = await operation.retry();
    if (!settled || settled.late) return;
    const { outcome } = settled;
    if (outcome.end !== "succeeded") return setShown(operation.state.status === "unknown" ? "unknown" : "not");
    const record = readSwap(outcome.result);
    if (!isBusy.current) return onDone(record);
    setMade(record);
    setShown("done");
  };
  // Runs once on mount; later attempts are made by the user.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => void resume(), [operation]);
  return (
    <p className="sw-notice" data-tone={shown === "not" || shown === "done" ? "info" : "warning"} role="status">
      {t(TEXTS[shown])} {made && <Link href={recordHref(made)}>{t("swap.toRecord")}</Link>}
      {shown === "unknown" && (
        <button type="button" className="sw-link" onClick={() => void resume()}>
          {t("swap.askAgain")}
        </button>
      )}
    </p>
  );
}
