/** Live summary of a form: a panel next to it, or on narrow screens a bar above its buttons that opens the panel. */
import { useEffect, useId, useState } from "react";
import { ChevronUp } from "lucide-react";
import { summarize, type Summary, type SummaryFigure } from "../entity/summary.ts";
import { useForm } from "../controls/model.tsx";
import { Link } from "../react/Link.tsx";
import "./summary.css";

/**
 * Returns the summary for the form's current values and facts, updated on every change. Returns undefined when the
 * schema defines no summary.
 */
function useSummary(): Summary | undefined {
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
  const summary = useSummary();
  if (!summary) return null;
  return (
    <section className="pf-summary" aria-label={entity.text("summary.label", ports.lang)}>
      <Content summary={summary} />
    </section>
  );
}

/** Summary bar above the buttons, with the lead figure and the emphasised line. */
export function SummaryBar() {
  const { entity, ports } = useForm();
  const summary = useSummary();
  const [open, setOpen] = useState(false);
  const id = useId();
  useEffect(() => {
    if (!open) return undefined;
    const close = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [open]);
  if (!summary) return null;
  const figures = [summary.lead, summary.lines.find(({ strong }) => strong)].flatMap((figure) => figure ?? []);
  return (
    <div className="pf-summary-bar">
      {open && (
        <div className="pf-summary pf-summary-sheet" id={id}>
          <Content summary={summary} />
        </div>
      )}
      <button type="button" aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
        {figures.length === 0 && <span>{entity.text("summary.label", ports.lang)}</span>}
        {figures.map((figure) => (
          <span key={figure.id}>
            {figure.label} <Amount figure={figure} />
          </span>
        ))}
        <ChevronUp size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  );
}

function Content({ summary: { lead, lines, short } }: { summary: Summary }) {
  const { entity, ports } = useForm();
  const { lang } = ports;
  return (
    <>
      <h2>{entity.text("summary.label", lang)}</h2>
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
      {!lead && lines.length === 0 && <p className="pf-summary-empty">{entity.text("summary.empty", lang)}</p>}
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
