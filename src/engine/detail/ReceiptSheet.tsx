/** The receipt as a document: both languages on every line, whatever the page's, because it goes to banks and auditors. */
import { ArrowLeft, Printer } from "lucide-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { usePorts } from "../ports-context.tsx";
import type { Receipt } from "./use-record.tsx";
import "./receipt.css";

interface SheetProps {
  receipt: Receipt;
  /** Field whose amount stands large, with Chinese capitals for CNY. */
  amount?: string;
  onClose(): void;
}
export function ReceiptSheet({ receipt, amount, onClose }: SheetProps) {
  const { word } = usePorts();
  return (
    <div className="pr-view">
      <div className="pr-bar">
        <button type="button" className="btn" data-quiet onClick={onClose}>
          <ArrowLeft size={16} strokeWidth={1.5} aria-hidden />
          {word("form.back")}
        </button>
        <button type="button" className="btn" data-main onClick={() => window.print()}>
          <Printer size={16} strokeWidth={1.5} aria-hidden />
          {word("receipt.print")}
        </button>
      </div>
      <Sheet receipt={receipt} amount={amount} />
      {/* Print takes this copy, a child of the body: everything else is left out. */}
      {createPortal(
        <div className="pr-print" aria-hidden>
          <Sheet receipt={receipt} amount={amount} />
        </div>,
        document.body,
      )}
    </div>
  );
}

function Sheet({ receipt, amount }: Pick<SheetProps, "receipt" | "amount">) {
  const { now } = usePorts();
  const [issued] = useState(() => new Date(now() + 8 * 3_600_000).toISOString().replace("T", " ").slice(0, 19));
  const main = receipt.lines.find((line) => line.name === amount) ?? receipt.lines.find((line) => line.currency);
  const rest = receipt.lines.filter((line) => line !== main);
  return (
    <article className="pr-sheet">
      <header className="pr-head">
        <svg width="34" height="34" viewBox="0 0 32 32" fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" aria-hidden>
          <circle cx="16" cy="16" r="14.25" />
          <path d="M16 3.5 18.2 13.8 16 16 13.8 13.8Z" fill="currentColor" />
          <path d="M28.5 16 18.2 18.2 16 16l2.2-2.2ZM16 28.5 13.8 18.2 16 16l2.2 2.2ZM3.5 16l10.3-2.2L16 16l-2.2 2.2Z" />
        </svg>
        <div>
          <h3 lang="zh-CN">{receipt.title.zh}电子回单</h3>
          <p lang="en">{receipt.title.en} receipt</p>
        </div>
        <p className="pr-issued">
          <span lang="zh-CN">开具时间</span> <span lang="en">Issued</span>
          <br />
          {issued} UTC+8
        </p>
      </header>
      {main && (
        <div className="pr-amount">
          <span>
            <span lang="zh-CN">{main.label.zh}</span> <span lang="en">{main.label.en}</span>
          </span>
          <strong>
            {main.text.zh} <small>{main.currency}</small>
          </strong>
          {main.currency === "CNY" && <Capitals value={main.value ?? ""} />}
        </div>
      )}
      <dl className="pr-lines">
        {rest.map((line) => (
          <div key={line.name}>
            <dt>
              <span lang="zh-CN">{line.label.zh}</span> <span lang="en">{line.label.en}</span>
            </dt>
            <dd>
              {line.text.zh}
              {line.currency && <small> {line.currency}</small>}
              {line.text.en !== line.text.zh && <small lang="en"> {line.text.en}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <footer className="pr-foot">
        <span>
          <span lang="zh-CN">验证码</span> <span lang="en">Verification code</span>
        </span>
        <code>{receipt.code}</code>
      </footer>
    </article>
  );
}

function Capitals({ value }: { value: string }) {
  const [text, setText] = useState("");
  useEffect(() => void import("../form/capitals.ts").then(({ capitals }) => setText(capitals(value))), [value]);
  return <span lang="zh-CN">{text}</span>;
}
