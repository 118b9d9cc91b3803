/** What a person may do with the record now: buttons from the server's own answer, each confirmed in place, none sent twice. */
import { type FormEvent, useId, useRef, useState } from "react";
import type { CallPlan, Entity, Row } from "../entity/entity.ts";
import type { CallFailure } from "../ports.ts";
import { usePorts } from "../ports-context.tsx";
import type { AllowedEvent } from "./use-record.tsx";

interface ActionsProps {
  entity: Entity;
  id: string;
  events: readonly AllowedEvent[];
  /** After an event was accepted: the record and its list show old facts. */
  onDone(): void;
}

export function Actions({ entity, id, events, onDone }: ActionsProps) {
  const ports = usePorts();
  const { word, lang } = ports;
  const [open, setOpen] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  // One key an attempt: an answer that got lost is asked for again under the same key.
  const key = useRef<{ event: string; value: string }>(undefined);
  const offered = events.flatMap((event) => {
    const call = callOf(entity, event.event);
    return call ? [{ ...event, call, ends: endsBadly(entity, event.to) }] : [];
  });
  if (offered.length === 0) return null;
  const label = (event: string) => {
    const text = entity.text(`event.${event}`, lang);
    return text === `event.${event}` ? event : text;
  };
  const fire = async (event: (typeof offered)[number], needs: Row) => {
    setBusy(true);
    setRefused(undefined);
    if (key.current?.event !== event.event) key.current = { event: event.event, value: crypto.randomUUID() };
    const body = { id, event: event.event, ...needs };
    try {
      const proof = event.stepUp && (await ports.stepUp(event.stepUp, event.call, body));
      if (event.stepUp && proof === undefined) return;
      await ports.call(event.call, body, { idempotencyKey: key.current.value, proof });
      key.current = undefined;
      setOpen(undefined);
      ports.notify("success", word("detail.done", { event: label(event.event) }));
      onDone();
    } catch (error) {
      const failure = error as CallFailure;
      if (failure.kind === "refused") key.current = undefined;
      setRefused(failure.kind === "unknown" ? word("detail.unknown") : failure.errors?.[0]?.message || failure.message || word(failure.kind === "offline" ? "form.offline" : "form.broken"));
    } finally {
      setBusy(false);
    }
  };
  const asked = offered.find((event) => event.event === open);
  return (
    <section className="pd-actions" aria-label={word("detail.actions")}>
      {refused && (
        <p className="pd-refused" role="alert">
          {refused}
        </p>
      )}
      {asked ? (
        <Ask key={asked.event} entity={entity} event={asked} label={label(asked.event)} busy={busy} onCancel={() => setOpen(undefined)} onFire={(needs) => void fire(asked, needs)} />
      ) : (
        <div className="pd-buttons">
          {offered
            .toSorted((a, b) => Number(a.ends) - Number(b.ends))
            .map((event) => (
              <Offer
                key={event.event}
                label={label(event.event)}
                main={!event.ends}
                ends={event.ends}
                busy={busy}
                blocked={event.blocked && (ports.failure?.(event.blocked) ?? event.blocked)}
                onClick={() => (event.needs.length > 0 || !event.stepUp ? setOpen(event.event) : void fire(event, {}))}
              />
            ))}
        </div>
      )}
    </section>
  );
}

interface OfferProps {
  label: string;
  main: boolean;
  ends: boolean;
  busy: boolean;
  /** Why the person cannot do it, in words. */
  blocked?: string;
  onClick(): void;
}
function Offer({ label, main, ends, busy, blocked, onClick }: OfferProps) {
  const id = useId();
  return (
    <div className="pd-offer">
      <button
        type="button"
        className="btn"
        data-main={(main && !blocked) || undefined}
        data-tone={ends ? "danger" : undefined}
        disabled={busy}
        aria-disabled={blocked !== undefined || undefined}
        aria-describedby={blocked ? id : undefined}
        onClick={blocked ? undefined : onClick}
      >
        {label}
      </button>
      {blocked && (
        <p id={id} className="pd-quiet">
          {blocked}
        </p>
      )}
    </div>
  );
}

interface AskProps {
  entity: Entity;
  event: AllowedEvent & { ends: boolean };
  label: string;
  busy: boolean;
  onCancel(): void;
  onFire(needs: Row): void;
}
/** What the event needs to know, or only whether it is meant. */
function Ask({ entity, event, label, busy, onCancel, onFire }: AskProps) {
  const { word, lang } = usePorts();
  const id = useId();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const data = new FormData(submitted.currentTarget);
    const needs = Object.fromEntries(event.needs.map((name) => [name, String(data.get(name) ?? "").trim()]));
    const empty = event.needs.filter((name) => needs[name] === "");
    setMissing(empty);
    if (empty.length > 0) return submitted.currentTarget.querySelector<HTMLElement>(`[name="${empty[0]}"]`)?.focus();
    onFire(needs);
  };
  return (
    <form className="pd-ask" noValidate onSubmit={submit} aria-label={label}>
      <p>{word("detail.sure", { event: label })}</p>
      {event.needs.map((name, index) => {
        const field = entity.field(name);
        const words = entity.text(`field.${name}.label`, lang);
        const wrong = missing.includes(name);
        return (
          <div key={name} className="pd-need">
            <label htmlFor={`${id}-${name}`}>{words}</label>
            <textarea
              id={`${id}-${name}`}
              name={name}
              rows={2}
              autoFocus={index === 0}
              maxLength={(field.schema.maxLength as number | undefined) ?? 200}
              aria-required
              aria-invalid={wrong || undefined}
              aria-describedby={`${id}-${name}-m`}
            />
            <p id={`${id}-${name}-m`} className="pd-wrong">
              {wrong && word("detail.needed", { label: words })}
            </p>
          </div>
        );
      })}
      <div className="pd-buttons">
        <button type="button" className="btn" onClick={onCancel}>
          {word("detail.notNow")}
        </button>
        <button type="submit" className="btn" data-main={!event.ends || undefined} data-tone={event.ends ? "danger" : undefined} autoFocus={event.needs.length === 0} disabled={busy}>
          {label}
        </button>
      </div>
    </form>
  );
}

const callOf = (entity: Entity, event: string): CallPlan | undefined => Object.values(entity.calls).find((call) => call.events.includes(event));
/** Whether the event ends the record without its purpose: such buttons stand last. */
function endsBadly(entity: Entity, to: string): boolean {
  const state = entity.lifecycle?.states.find((one) => one.name === to);
  return state !== undefined && state.final && state.tone !== "success";
}
