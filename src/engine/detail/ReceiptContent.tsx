/** Content of a receipt: letterhead, amount, lines by section, QR code and verification. Every line is bilingual. */
import { formatWallClock, formatZone } from "../base/time-zone.ts";
import { useProductMark } from "../inputs/EngineProvider.tsx";
import type { LocalizedText, Receipt, ReceiptLine } from "../model/wire.ts";
import { usePorts } from "../react/ports-context.tsx";
import { QrCode } from "./QrCode.tsx";
import { receiptTexts as words } from "../model/receipt-texts.ts";
import { useSectionLevel } from "./section-level.tsx";

interface ContentProps {
  receipt: Receipt;
  main: ReceiptLine | undefined;
  capitals: string;
  issued: number;
  /** Ordinal number of this print, starting at 1. */
  number: number;
  link: readonly string[];
}
export function ReceiptContent({ receipt, main, capitals, issued, number, link }: ContentProps) {
  const { tenant, zone } = usePorts().dialect;
  const clock = (ms: number) => `${formatWallClock(ms, zone)} ${formatZone(zone)}`;
  const level = useSectionLevel();
  return (
    <>
      <Rhumbs />
      <Letterhead receipt={receipt} number={number} level={level} />
      <dl className="pr-lines">
        <Line label={receipt.named ? words.reference : words.number}>
          <span className="pr-code">{receipt.number}</span>
        </Line>
        {tenant && <Line label={tenant.label}>{receipt[tenant.word]}</Line>}
        <Line label={words.issued}>{clock(issued)}</Line>
      </dl>
      {main && <Amount line={main} capitals={capitals} />}
      {receipt.groups.map((group) => (
        <Group
          key={group.lines[0]?.name}
          group={group}
          isShown={(line) => line !== main && line.text.zh !== receipt.number}
          level={level}
        />
      ))}
      <dl className="pr-lines pr-end">
        {receipt.status && (
          <Line label={words.status}>
            <LocalizedTextView of={receipt.status} />
          </Line>
        )}
        {receipt.completedAt && <Line label={words.completed}>{clock(Date.parse(receipt.completedAt))}</Line>}
        <Line label={words.code}>
          <code>{receipt.code}</code>
        </Line>
      </dl>
      <Verification link={receipt.named ? [] : link} />
    </>
  );
}

interface LetterheadProps extends Pick<ContentProps, "receipt" | "number"> {
  level: number;
}
/** Logo and title, with the print number from the second print on. */
function Letterhead({ receipt, number, level }: LetterheadProps) {
  const mark = useProductMark();
  return (
    <header className="pr-head">
      {mark && <span className="pr-mark">{mark}</span>}
      <h3 aria-level={level}>
        <LocalizedTextView
          of={
            receipt.named
              ? receipt.title
              : { zh: `${receipt.title.zh}${words.receipt.zh}`, en: `${receipt.title.en} · ${words.receipt.en}` }
          }
        />
      </h3>
      {number > 1 && (
        <p className="pr-again">
          <LocalizedTextView of={{ zh: `第 ${number} 次打印`, en: `Print no. ${number}` }} />
        </p>
      )}
    </header>
  );
}

/**
 * Verification instructions, and the space for the company's chop (seal) on the filed copy. `link` contains the rows of
 * the QR code, or is empty to omit it.
 */
function Verification({ link }: Pick<ContentProps, "link">) {
  const { t } = usePorts();
  return (
    <footer className="pr-foot">
      {link.length > 0 && (
        <figure className="pr-link">
          <QrCode rows={link} label={t("receipt.link")} />
          <figcaption>
            <LocalizedTextView of={words.link} />
          </figcaption>
        </figure>
      )}
      <LocalizedTextView of={words.verify} />
      <div className="pr-chop">
        <LocalizedTextView of={words.chop} />
      </div>
    </footer>
  );
}

/** The large amount, followed by the amount in Chinese words if its currency supports them. */
function Amount({ line, capitals }: { line: ReceiptLine; capitals: string }) {
  return (
    <div className="pr-amount">
      <LocalizedTextView of={line.label} />
      <strong>
        {line.text.zh} <small>{line.currency}</small>
      </strong>
      {capitals && (
        <p>
          <LocalizedTextView of={words.capitals} /> <b lang="zh-CN">{capitals}</b>
        </p>
      )}
    </div>
  );
}

interface GroupProps {
  group: Receipt["groups"][number];
  /** Returns false for lines that the sheet shows elsewhere. */
  isShown(line: ReceiptLine): boolean;
  level: number;
}
function Group({ group: { label, lines }, isShown, level }: GroupProps) {
  const shown = lines.filter(isShown);
  if (shown.length === 0) return null;
  return (
    <section className="pr-group">
      {label && (
        <h4 aria-level={level + 1}>
          <LocalizedTextView of={label} />
        </h4>
      )}
      <dl className="pr-lines">
        {shown.map((line) => (
          <Line key={line.name} label={line.label}>
            {line.text.zh === line.text.en ? line.text.zh : <LocalizedTextView of={line.text} />}
            {line.currency && <small> {line.currency}</small>}
          </Line>
        ))}
      </dl>
    </section>
  );
}

const Line = ({ label, children }: { label: LocalizedText; children: React.ReactNode }) => (
  <div>
    <dt>
      <LocalizedTextView of={label} />
    </dt>
    <dd>{children}</dd>
  </div>
);
const LocalizedTextView = ({ of }: { of: LocalizedText }) => (
  <span className="pr-words">
    <span lang="zh-CN">{of.zh}</span> <span lang="en">{of.en}</span>
  </span>
);

const RAYS = 16;
const ROSES = [
  [470, 120],
  [90, 620],
] as const;
const lines = ROSES.flatMap(([x, y]) =>
  Array.from({ length: RAYS }, (_ray, index) => {
    const angle = (index * 2 * Math.PI) / RAYS;
    return `M${x} ${y}L${(x + Math.cos(angle) * 1_000).toFixed(0)} ${(y + Math.sin(angle) * 1_000).toFixed(0)}`;
  }),
).join("");

/** Background of a receipt: rhumb lines from two compass roses, clipped at the edge of the sheet. */
const Rhumbs = () => (
  <svg className="pr-rhumbs" viewBox="0 0 560 800" preserveAspectRatio="xMidYMid slice" aria-hidden>
    <path d={lines} fill="none" stroke="currentColor" strokeWidth="0.6" />
  </svg>
);
