/** What a mask hides, told once when the person confirms with the payment password, and hidden again before long. */
import { Eye, EyeOff } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Entity, Field, Row } from "../model/entity.ts";
import { messageOf } from "../operation/refusals.ts";
import { failureOf, runOnce } from "../operation/run-once.ts";
import { usePorts } from "../react/ports-context.tsx";
import { CopyButton } from "./CopyButton.tsx";

/** How long it shows. Source: domain, card data. */
const SHOWN_MS = 30_000;

interface RevealProps {
  entity: Entity;
  field: Field;
  reveal: NonNullable<Field["reveal"]>;
  record: Row;
}
export function Reveal({ entity, field, reveal, record }: RevealProps) {
  const ports = usePorts();
  const { word, lang } = ports;
  const [told, setTold] = useState<{ values: Row; until: number }>();
  const [left, setLeft] = useState(0);
  const [busy, setBusy] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const hide = useCallback(() => setTold(undefined), []);
  const label = entity.text(`field.${field.name}.label`, lang);
  const shows =
    reveal === true
      ? [[field.name, label] as const]
      : reveal.shows.map((name) => [name, entity.text(`field.${field.name}.reveal.${name}`, lang)] as const);

  useEffect(() => {
    if (!told) return undefined;
    if (document.visibilityState === "hidden") return hide();
    group.current?.focus();
    const tick = () => {
      const rest = told.until - Date.now();
      setLeft(Math.max(0, Math.ceil(rest / 1_000)));
      if (rest <= 0) hide();
    };
    tick();
    const timer = setInterval(tick, 1_000);
    // Nobody is at the screen any more, or somebody else is.
    const gone = () => document.visibilityState === "hidden" && hide();
    window.addEventListener("blur", hide);
    window.addEventListener("pagehide", hide);
    document.addEventListener("visibilitychange", gone);
    return () => {
      clearInterval(timer);
      window.removeEventListener("blur", hide);
      window.removeEventListener("pagehide", hide);
      document.removeEventListener("visibilitychange", gone);
    };
  }, [told, hide]);

  const show = async () => {
    setBusy(true);
    try {
      const own = reveal === true;
      const call = own ? entity.calls["reveal"] : await ports.callNamed?.(reveal.call);
      if (!call) return;
      const body = { id: String(record[entity.key]), ...(own ? { fields: [field.name] } : {}) };
      const outcome = await runOnce(ports, { call, stepUp: ports.dialect.stepUps[0] }, body);
      if (outcome.end === "succeeded") {
        const values: Row = own ? outcome.result["values"] : outcome.result;
        setTold({ values, until: Date.now() + SHOWN_MS });
      } else if (outcome.end !== "cancelled")
        ports.notify("danger", failureOf(outcome)?.message || word("form.broken"));
    } catch (failure) {
      ports.notify("danger", messageOf(failure) || word("form.broken"));
    } finally {
      setBusy(false);
    }
  };

  if (!told) {
    return (
      <button type="button" className="pd-link" disabled={busy} onClick={() => void show()}>
        <Eye size={16} strokeWidth={1.5} aria-hidden />
        {word("detail.reveal", { label })}
      </button>
    );
  }
  return (
    <div className="pd-reveal" role="group" aria-label={word("detail.revealed", { label })} tabIndex={-1} ref={group}>
      <dl>
        {shows.map(([name, what]) => (
          <div key={name}>
            <dt>{what}</dt>
            <dd>
              <span className="pd-code">{inFours(String(told.values[name] ?? ""))}</span>
              <CopyButton value={String(told.values[name] ?? "")} label={what} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="pd-quiet">{word("detail.hidesIn", { seconds: left })}</p>
      <button type="button" className="btn" data-small onClick={hide}>
        <EyeOff size={16} strokeWidth={1.5} aria-hidden />
        {word("detail.hide")}
      </button>
    </div>
  );
}

/** Long numbers in groups of four, as they are read aloud. */
const inFours = (value: string): string => (/^\d{12,}$/.test(value) ? value.replace(/(\d{4})(?=\d)/g, "$1 ") : value);
