/** Receipt as a document. It is bilingual whatever the page's language, because banks and auditors read it. */
import { ArrowLeft, Download, Eye, Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSpelledAmount } from "../react/use-spelled-amount.tsx";
import { createPortal, flushSync } from "react-dom";
import type { CallOf, CallPlan, Row } from "../model/entity.ts";
import { findFailure, runOnce } from "../operation/run-once.ts";
import { usePorts } from "../react/ports-context.tsx";
import { useReceiptDownload } from "./use-receipt-download.tsx";
import { useIsMounted } from "../react/use-is-mounted.tsx";
import { ReceiptContent } from "./ReceiptContent.tsx";
import type { Receipt, ReceiptLine, RevealResponse } from "../model/wire.ts";
import "./receipt.css";

export interface SheetProps {
  receipt: Receipt;
  /** Name of the field shown as the large amount. Defaults to the first amount. */
  amount?: string | undefined;
  /** Call that counts prints. Without it, prints are not numbered. */
  print?: CallPlan | undefined;
  /** Call that returns the receipt as a PDF. */
  download?: CallPlan | undefined;
  reveal?: CallOf<RevealResponse<Row>> | undefined;
  onClose(): void;
}
export function ReceiptSheet({ receipt: covered, amount, print, download, reveal, onClose }: SheetProps) {
  const ports = usePorts();
  const { t, now, lang } = ports;
  const [issued] = useState(() => now());
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    sheet.current?.focus();
    // The print styles apply only while a receipt is open.
    document.documentElement.dataset.printing = "";
    return () => void delete document.documentElement.dataset.printing;
  }, []);
  const { number, print: printOut } = usePrint(covered.number, print);
  const { whole, asking: isConfirming, showWhole } = useUnmaskedReceipt(covered.number);
  const receipt = whole ?? covered;
  const file = useReceiptDownload();
  const link = useLink();
  const main = findAmount(receipt, amount);
  const capitals = useSpelledAmount(main?.value, main?.currency) ?? "";
  const content = (
    <ReceiptContent receipt={receipt} main={main} capitals={capitals} issued={issued} number={number} link={link} />
  );
  return (
    <div className="pr-view">
      <Bar
        onClose={onClose}
        onReveal={reveal && receipt.covered && (() => void showWhole(reveal))}
        isRevealing={isConfirming}
        onDownload={download && (() => void file.download(download, covered.number, whole !== undefined))}
        isDownloading={file.busy}
        onPrint={() => void printOut()}
        grant={reveal?.grant}
      />
      <article
        className="pr-sheet"
        ref={sheet}
        tabIndex={-1}
        aria-label={receipt.named ? receipt.title[lang] : t("receipt.open")}
      >
        {content}
      </article>
      {/* The print styles show this copy, a child of the body, and hide everything else. */}
      {createPortal(
        <div className="pr-print" aria-hidden>
          <div className="pr-sheet">{content}</div>
        </div>,
        document.body,
      )}
    </div>
  );
}

interface BarProps {
  onClose(): void;
  /** Undefined or false when nothing is masked or the entity has no `reveal` call. */
  onReveal: (() => void) | false | undefined;
  isRevealing: boolean;
  /** Grant required to reveal masked lines. */
  grant: string | undefined;
  onDownload: (() => void) | undefined;
  isDownloading: boolean;
  onPrint(): void;
}
/** Buttons above the sheet. */
function Bar({ onClose, onReveal, isRevealing, grant, onDownload, isDownloading, onPrint }: BarProps) {
  const { t, granted } = usePorts();
  return (
    <div className="pr-bar">
      <button type="button" className="btn" data-quiet onClick={onClose}>
        <ArrowLeft size={16} strokeWidth={1.5} aria-hidden />
        {t("form.back")}
      </button>
      {onReveal && (!grant || granted(grant)) && (
        <button type="button" className="btn" disabled={isRevealing} onClick={onReveal}>
          <Eye size={16} strokeWidth={1.5} aria-hidden />
          {t("receipt.whole")}
        </button>
      )}
      {onDownload && (
        <button type="button" className="btn" disabled={isDownloading} onClick={onDownload}>
          <Download size={16} strokeWidth={1.5} aria-hidden />
          {t("receipt.download")}
        </button>
      )}
      <button type="button" className="btn" data-main onClick={onPrint}>
        <Printer size={16} strokeWidth={1.5} aria-hidden />
        {t("receipt.print")}
      </button>
    </div>
  );
}

/** Prints the sheet. `number` is the print number that the server counts, or 1 without a call. */
function usePrint(id: string, call: CallPlan | undefined): { number: number; print(): Promise<void> } {
  const ports = usePorts();
  const [number, setNumber] = useState(1);
  const counting = useRef(false);
  const isMounted = useIsMounted();
  const print = async () => {
    if (!call) return window.print();
    if (counting.current) return;
    counting.current = true;
    const outcome = await runOnce(ports, { call, idempotency: "memory" }, { id });
    counting.current = false;
    // Do not print when counting fails: an uncounted print would look like the first.
    if (outcome.end !== "succeeded")
      return ports.notify("danger", ports.t("receipt.notPrinted"), findFailure(outcome)?.message ?? "");
    // If the sheet has been closed, window.print would print the page behind it.
    if (!isMounted()) return;
    flushSync(() => setNumber(Number(outcome.result["print"])));
    window.print();
  };
  return { number, print };
}

/** Loads the receipt with its masked lines revealed, after step-up. `whole` is undefined until it is loaded. */
function useUnmaskedReceipt(id: string) {
  const ports = usePorts();
  const [whole, setWhole] = useState<Receipt>();
  const [isConfirming, setConfirming] = useState(false);
  const isMounted = useIsMounted();
  const showWhole = async (call: CallOf<RevealResponse<Row>>) => {
    setConfirming(true);
    const stepUp = call.stepUp ?? ports.dialect.stepUps[0];
    const outcome = await runOnce(ports, { call, stepUp }, { id, receipt: true });
    setConfirming(false);
    if (outcome.end === "succeeded") {
      if (isMounted()) setWhole(outcome.result.receipt);
    } else if (outcome.end !== "cancelled")
      ports.notify("danger", findFailure(outcome)?.message || ports.t("form.broken"));
  };
  return { whole, asking: isConfirming, showWhole };
}

const findAmount = ({ groups }: Receipt, name: string | undefined): ReceiptLine | undefined => {
  const lines = groups.flatMap((group) => group.lines);
  return lines.find((line) => line.name === name && line.currency) ?? lines.find((line) => line.currency);
};

/** Returns the current URL as rows of a QR code, or an empty array until the encoder is loaded. */
function useLink(): readonly string[] {
  const [rows, setRows] = useState<readonly string[]>([]);
  useEffect(() => {
    void import("./qr-rows.ts").then(({ renderQrRows: drawQrRows }) => setRows(drawQrRows(window.location.href)));
  }, []);
  return rows;
}
