/** Receipt as a document. Every line is in both languages, whatever the page's language: banks and auditors read it. */
import { ArrowLeft, Eye, Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSpelled } from "../react/use-spelled.tsx";
import { createPortal, flushSync } from "react-dom";
import { wallClock, zoneLabel } from "../base/time-zone.ts";
import type { CallPlan } from "../model/entity.ts";
import { failureOf, runOnce } from "../operation/run-once.ts";
import { usePorts } from "../react/ports-context.tsx";
import { useIsMounted } from "../react/use-is-mounted.tsx";
import { Mark, Rhumbs } from "./ReceiptFrame.tsx";
import type { Both, Receipt, ReceiptLine } from "../model/wire.ts";
import { QrCode } from "./QrCode.tsx";
import { receiptWords as words } from "./receipt-words.ts";
import { useSectionLevel } from "./section-level.tsx";
import "./receipt.css";

export interface SheetProps {
  receipt: Receipt;
  /** Field of the large amount, in words too where its currency is spelled. Default: the first amount. */
  amount?: string | undefined;
  /** The call that counts prints; absent: prints are not numbered. */
  print?: CallPlan | undefined;
  /** The call that reveals masked lines. */
  reveal?: CallPlan | undefined;
  onClose(): void;
}
export function ReceiptSheet({ receipt: covered, amount, print, reveal, onClose }: SheetProps) {
  const ports = usePorts();
  const { word, now, lang } = ports;
  const [issued] = useState(() => now());
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    sheet.current?.focus();
    // Print CSS applies only while a receipt is open.
    document.documentElement.dataset.printing = "";
    return () => void delete document.documentElement.dataset.printing;
  }, []);
  const [number, setNumber] = useState(1);
  const [whole, setWhole] = useState<Receipt>();
  const [asking, setAsking] = useState(false);
  const receipt = whole ?? covered;
  const link = useLink();
  // Do not print when counting fails: an uncounted print would pass for the first.
  const counting = useRef(false);
  const here = useIsMounted();
  const printOut = async () => {
    if (!print) return window.print();
    if (counting.current) return;
    counting.current = true;
    const outcome = await runOnce(ports, { call: print, idempotency: "memory" }, { id: receipt.number });
    counting.current = false;
    if (outcome.end !== "succeeded")
      return ports.notify("danger", word("receipt.notPrinted"), failureOf(outcome)?.message ?? "");
    // After the sheet is closed, window.print would print the page.
    if (!here()) return undefined;
    flushSync(() => setNumber(Number(outcome.result["print"])));
    return window.print();
  };
  const showWhole = async (call: CallPlan) => {
    setAsking(true);
    const outcome = await runOnce(
      ports,
      { call, stepUp: call.stepUp ?? ports.dialect.stepUps[0] },
      { id: covered.number, receipt: true },
    );
    setAsking(false);
    if (outcome.end === "succeeded") {
      if (here()) setWhole(outcome.result["receipt"]);
    } else if (outcome.end !== "cancelled") ports.notify("danger", failureOf(outcome)?.message || word("form.broken"));
  };
  const main = amountOf(receipt, amount);
  const capitals = useSpelled(main?.value, main?.currency) ?? "";
  const content = (
    <Content receipt={receipt} main={main} capitals={capitals} issued={issued} number={number} link={link} />
  );
  return (
    <div className="pr-view">
      <div className="pr-bar">
        <button type="button" className="btn" data-quiet onClick={onClose}>
          <ArrowLeft size={16} strokeWidth={1.5} aria-hidden />
          {word("form.back")}
        </button>
        {reveal && receipt.covered && (!reveal.grant || ports.granted(reveal.grant)) && (
          <button type="button" className="btn" disabled={asking} onClick={() => void showWhole(reveal)}>
            <Eye size={16} strokeWidth={1.5} aria-hidden />
            {word("receipt.whole")}
          </button>
        )}
        <button type="button" className="btn" data-main onClick={() => void printOut()}>
          <Printer size={16} strokeWidth={1.5} aria-hidden />
          {word("receipt.print")}
        </button>
      </div>
      <article
        className="pr-sheet"
        ref={sheet}
        tabIndex={-1}
        aria-label={receipt.named ? receipt.title[lang] : word("receipt.open")}
      >
        {content}
      </article>
      {/* Print CSS shows this copy, a child of the body, and hides everything else. */}
      {createPortal(
        <div className="pr-print" aria-hidden>
          <div className="pr-sheet">{content}</div>
        </div>,
        document.body,
      )}
    </div>
  );
}

interface ContentProps {
  receipt: Receipt;
  main: ReceiptLine | undefined;
  capitals: string;
  issued: number;
  /** Number of this print, from 1. */
  number: number;
  link: readonly string[];
}
function Content({ receipt, main, capitals, issued, number, link }: ContentProps) {
  const { dialect, word } = usePorts();
  const { tenant, zone } = dialect;
  const clock = (ms: number) => `${wallClock(ms, zone)} ${zoneLabel(zone)}`;
  const level = useSectionLevel();
  return (
    <>
      <Rhumbs />
      <header className="pr-head">
        <Mark />
        <h3 aria-level={level}>
          <Words
            of={
              receipt.named
                ? receipt.title
                : { zh: `${receipt.title.zh}${words.receipt.zh}`, en: `${receipt.title.en} · ${words.receipt.en}` }
            }
          />
        </h3>
        {number > 1 && (
          <p className="pr-again">
            <Words of={{ zh: `第 ${number} 次打印`, en: `Print no. ${number}` }} />
          </p>
        )}
      </header>
      <dl className="pr-lines">
        <Line label={receipt.named ? words.reference : words.number}>
          <span className="pr-code">{receipt.number}</span>
        </Line>
        {tenant && <Line label={tenant.label}>{receipt[tenant.word]}</Line>}
        <Line label={words.issued}>{clock(issued)}</Line>
      </dl>
      {main && (
        <div className="pr-amount">
          <Words of={main.label} />
          <strong>
            {main.text.zh} <small>{main.currency}</small>
          </strong>
          {capitals && (
            <p>
              <Words of={words.capitals} /> <b lang="zh-CN">{capitals}</b>
            </p>
          )}
        </div>
      )}
      {receipt.groups.map(({ label, lines }) => {
        const rest = lines.filter((line) => line !== main && line.text.zh !== receipt.number);
        const [first] = rest;
        return (
          first && (
            <section key={first.name} className="pr-group">
              {label && (
                <h4 aria-level={level + 1}>
                  <Words of={label} />
                </h4>
              )}
              <dl className="pr-lines">
                {rest.map((line) => (
                  <Line key={line.name} label={line.label}>
                    {line.text.zh === line.text.en ? line.text.zh : <Words of={line.text} />}
                    {line.currency && <small> {line.currency}</small>}
                  </Line>
                ))}
              </dl>
            </section>
          )
        );
      })}
      <dl className="pr-lines pr-end">
        {receipt.status && (
          <Line label={words.status}>
            <Words of={receipt.status} />
          </Line>
        )}
        {receipt.completedAt && <Line label={words.completed}>{clock(Date.parse(receipt.completedAt))}</Line>}
        <Line label={words.code}>
          <code>{receipt.code}</code>
        </Line>
      </dl>
      <footer className="pr-foot">
        {link.length > 0 && !receipt.named && (
          <figure className="pr-link">
            <QrCode rows={link} label={word("receipt.link")} />
            <figcaption>
              <Words of={words.link} />
            </figcaption>
          </figure>
        )}
        <Words of={words.verify} />
        {/* Space for the company's chop on the filed paper. */}
        <div className="pr-chop">
          <Words of={words.chop} />
        </div>
      </footer>
    </>
  );
}

const Line = ({ label, children }: { label: Both; children: React.ReactNode }) => (
  <div>
    <dt>
      <Words of={label} />
    </dt>
    <dd>{children}</dd>
  </div>
);
const Words = ({ of }: { of: Both }) => (
  <span className="pr-words">
    <span lang="zh-CN">{of.zh}</span> <span lang="en">{of.en}</span>
  </span>
);

const amountOf = ({ groups }: Receipt, name: string | undefined): ReceiptLine | undefined => {
  const lines = groups.flatMap((group) => group.lines);
  return lines.find((line) => line.name === name && line.currency) ?? lines.find((line) => line.currency);
};

/** Returns the current URL as rows of a QR code; empty until the encoder is loaded. */
function useLink(): readonly string[] {
  const [rows, setRows] = useState<readonly string[]>([]);
  useEffect(() => {
    void import("./qr-rows.ts").then(({ qrRows }) => setRows(qrRows(window.location.href)));
  }, []);
  return rows;
}
