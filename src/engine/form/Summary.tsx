/** Live summary of a form: a panel next to it, or on narrow screens a bar above its buttons that opens the panel. */
import { useEffect, useId, useState } from "react";
import { ChevronUp } from "lucide-react";
import { summarize, type Summary, type SummaryFigure } from "../entity/summary.ts";
import { Link } from "../react/Link.tsx";
import { useForm } from "../controls/model.tsx";
import "./summary.css";

/** Returns the summaries of the form's current values and facts, updated on every change. */
function useSummaries(): Summary[] {
  const { store, entity, ports } = useForm();
  const now = () => summarize(entity, store.record(), store.contexts, ports.lang);
  const [shown, setShown] = useState(now);
  useEffect(() => {
    const read = () => setShown(summarize(entity, store.record(), store.contexts, ports.lang));
    read();
    return store.watch(read);
  }, [store, entity, ports]);
  return shown;
}

export function SummaryPanel() {
  const { entity, ports } = useForm();
  const summaries = useSummaries();
  return (
    <section className="pf-summary" aria-label={entity.text("summary.label", ports.lang)}>
      <Content summaries={summaries} />
    </section>
  );
}

/** Summary bar above the buttons, with the lead figure and the emphasised line, or one line of each row. */
export function SummaryBar() {
  const { entity, ports } = useForm();
  const summaries = useSummaries();
  const [open, setOpen] = useState(false);
  const id = useId();
  useEffect(() => {
    if (!open) return undefined;
    const close = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [open]);
  const figures = summaries.flatMap(({ lead, lines }) => {
    const main = lines.find(({ strong }) => strong);
    return (summaries.length > 1 ? [main ?? lead] : [lead, main]).flatMap((figure) => figure ?? []);
  });
  return (
    <div className="pf-summary-bar">
      {open && (
        <div className="pf-summary pf-summary-sheet" id={id}>
          <Content summaries={summaries} />
        </div>
      )}
      <button type="button" aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
        {figures.length === 0 && <span>{entity.text("summary.label", ports.lang)}</span>}
        {figures.map((figure) => (
          <span key={`${figure.id} ${figure.currency}`}>
            {figure.label} <Amount figure={figure} />
          </span>
        ))}
        <ChevronUp size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  );
}

function Content({ summaries }: { summaries: readonly Summary[] }) {
  const { entity, ports } = useForm();
  const { lang } = ports;
  const isEmpty = summaries.every(({ lead, lines }) => !lead && lines.length === 0);
  return (
    <>
      <h2>{entity.text("summary.label", lang)}</h2>
      {isEmpty && <p className="pf-summary-empty">{entity.text("summary.empty", lang)}</p>}
      {summaries.map((summary, index) => (
        <Group key={summary.currency ?? index} summary={summary} />
      ))}
    </>
  );
}

/** Figures of the record or of a row, and what is missing for it. */
function Group({ summary: { lead, lines, short } }: { summary: Summary }) {
  const { ports } = useForm();
  return (
    <>
      {lead && (
        <p className="pf-summary-lead">
          <span>{lead.label}</span>
          <Amount figure={lead} />
        </p>
      )}
      {lines.length > 0 && (
        <dl>
          {lines.map((line) => (
            <div key={line.id} data-strong={line.strong}>
              <dt>{line.label}</dt>
              <dd>
                <Amount figure={line} />
              </dd>
              {line.sentence !== undefined && <dd className="pf-summary-says">{line.sentence}</dd>}
            </div>
          ))}
        </dl>
      )}
      {short && (
        <p className="pf-summary-short" role="status">
          {short.text}
          {short.links
            .filter(({ to }) => ports.canOpen?.(to) !== false)
            .map(({ label, to }) => (
              <Link keepsDraft key={to} href={to}>
                {label}
              </Link>
            ))}
        </p>
      )}
    </>
  );
}

const Amount = ({ figure: { text, currency, negative } }: { figure: SummaryFigure }) => (
  <span className="money" data-sign={negative && "-"}>
    {text}
    {currency !== undefined && <span className="iso">{currency}</span>}
  </span>
);
