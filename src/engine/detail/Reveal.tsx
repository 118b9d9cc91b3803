/**
 * Button that reveals masked values after step-up. They are masked again after 30 s and when the page loses the focus.
 */
import { Eye, EyeOff } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Entity, Field, Row } from "../model/entity.ts";
import { readMessage } from "../operation/refusals.ts";
import { isObject } from "../base/guards.ts";
import { findFailure, runOnce } from "../operation/run-once.ts";
import { usePorts } from "../react/ports-context.tsx";
import { CopyButton } from "./CopyButton.tsx";
import "./detail.css";

/** How long revealed values are shown, in milliseconds. */
const SHOWN_MS = 30_000;

interface RevealProps {
  entity: Entity;
  field: Field;
  reveal: NonNullable<Field["reveal"]>;
  record: Row;
}
/**
 * Reveals the masked value of a field.
 * @example
 * const part = field.reveal && <Reveal entity={entity} field={field} reveal={field.reveal} record={row} />;
 */
export function Reveal({ entity, field, reveal, record }: RevealProps) {
  const ports = usePorts();
  const { t, lang } = ports;
  const { values, seconds, group, reveal: setValues, hide } = useRevealed();
  const [busy, setBusy] = useState(false);
  const label = entity.label(field.name, lang);
  const shows =
    reveal === true
      ? [[field.name, label] as const]
      : reveal.shows.map((name) => [name, entity.text(`field.${field.name}.reveal.${name}`, lang)] as const);

  const show = async () => {
    setBusy(true);
    try {
      const own = reveal === true;
      const call = own ? entity.calls["reveal"] : await ports.callNamed?.(reveal.call);
      if (!call) return;
      const body = { id: String(record[entity.key]), ...(own ? { fields: [field.name] } : {}) };
      const outcome = await runOnce(ports, { call, stepUp: ports.dialect.stepUps[0] }, body);
      if (outcome.end === "succeeded") {
        const values = own ? outcome.result["values"] : outcome.result;
        if (isObject(values)) setValues(values);
      } else if (outcome.end !== "cancelled") ports.notify("danger", findFailure(outcome)?.message || t("form.broken"));
    } catch (failure) {
      ports.notify("danger", readMessage(failure) || t("form.broken"));
    } finally {
      setBusy(false);
    }
  };

  if (!values) {
    return (
      <button type="button" className="pd-link" disabled={busy} onClick={() => void show()}>
        <Eye size={16} strokeWidth={1.5} aria-hidden />
        {t("detail.reveal", { label })}
      </button>
    );
  }
  return (
    <div className="pd-reveal" role="group" aria-label={t("detail.revealed", { label })} tabIndex={-1} ref={group}>
      <dl>
        {shows.map(([name, what]) => (
          <div key={name}>
            <dt>{what}</dt>
            <dd>
              <span>{groupInFours(String(values[name] ?? ""))}</span>
              <CopyButton value={String(values[name] ?? "")} label={what} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="pd-quiet">{t("detail.hidesIn", { seconds })}</p>
      <button type="button" className="btn" data-small onClick={hide}>
        <EyeOff size={16} strokeWidth={1.5} aria-hidden />
        {t("detail.hide")}
      </button>
    </div>
  );
}

/** Formats a number of 12 or more digits in groups of four. Returns any other string unchanged. */
const groupInFours = (value: string): string =>
  /^\d{12,}$/.test(value) ? value.replace(/(\d{4})(?=\d)/g, "$1 ") : value;

/**
 * Keeps revealed values for `SHOWN_MS`, or until the page loses the focus, and moves the focus to them. `seconds` is
 * the remaining time; `values` is undefined while they are hidden.
 */
function useRevealed() {
  const [revealed, setRevealed] = useState<{ values: Row; until: number }>();
  const [seconds, setSeconds] = useState(0);
  const group = useRef<HTMLDivElement>(null);
  const hide = useCallback(() => setRevealed(undefined), []);
  useEffect(() => {
    if (!revealed) return undefined;
    if (document.visibilityState === "hidden") return hide();
    group.current?.focus();
    const tick = () => {
      const rest = revealed.until - Date.now();
      setSeconds(Math.max(0, Math.ceil(rest / 1_000)));
      if (rest <= 0) hide();
    };
    tick();
    const timer = setInterval(tick, 1_000);
    // Hide the values when the page loses the focus, since the screen may be unattended.
    const hideInBackground = () => document.visibilityState === "hidden" && hide();
    window.addEventListener("blur", hide);
    window.addEventListener("pagehide", hide);
    document.addEventListener("visibilitychange", hideInBackground);
    return () => {
      clearInterval(timer);
      window.removeEventListener("blur", hide);
      window.removeEventListener("pagehide", hide);
      document.removeEventListener("visibilitychange", hideInBackground);
    };
  }, [revealed, hide]);
  const reveal = (values: Row) => setRevealed({ values, until: Date.now() + SHOWN_MS });
  return { values: revealed?.values, seconds, group, reveal, hide };
}
