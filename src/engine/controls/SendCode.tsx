/** Button that sends a verification code, with a cooldown that survives a reload. */
import { useEffect, useRef, useState } from "react";
import type { Field, Row } from "../model/entity.ts";
import type { CallFailure, CallResult, Ports } from "../model/ports.ts";
import { findFailure, runOnce } from "../operation/run-once.ts";
import { useForm } from "./model.tsx";
import type { LeafNode } from "../form-store/nodes.ts";

/** Cooldown between two codes in ms, for products that set none. */
const RESEND_MS = 60_000;
const TICK_MS = 250;

interface SendCodeProps {
  leaf: LeafNode;
  plan: NonNullable<Field["send"]>;
}
export function SendCode({ leaf, plan: { call, with: pairs } }: SendCodeProps) {
  const { store, ports } = useForm();
  const { resendMs = RESEND_MS } = ports.dialect;
  const { left, hasSent, wait } = useCooldown(call, resendMs);
  const [busy, setBusy] = useState(false);
  // States where the last code was sent. Undefined before the first code.
  const [confirmation, setConfirmation] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);

  /** Shows why sending failed. `failure` is undefined when there was no response or the call could not be loaded. */
  const showFailure = (failure: CallFailure | undefined) => {
    // If a code was requested elsewhere moments ago, the server returns the remaining seconds of the cooldown.
    const seconds = Number(failure?.map?.seconds);
    if (seconds * 1000 <= resendMs) wait(seconds * 1000);
    const errors = (failure?.errors ?? []).map((error) => ({ ...error, params: error.params ?? {} }));
    if (errors.length === 0 || store.refuse(errors).length > 0)
      leaf.publish({ note: failure?.message || ports.t("form.broken") });
  };
  const requestCode = async () => {
    if (left > 0 || busy) return;
    const missing = store.checkNow(Object.values(pairs));
    if (missing) return missing.control?.focus();
    setBusy(true);
    try {
      const endpoint = await ports.callNamed?.(call);
      const body: Row = Object.fromEntries(Object.entries(pairs).map(([theirs, own]) => [theirs, store.record()[own]]));
      const outcome = endpoint && (await runOnce(ports, { call: endpoint }, body));
      if (outcome?.end !== "succeeded") return showFailure(outcome && findFailure(outcome));
      wait(resendMs);
      const text = describeRecipient(outcome.result, ports);
      setConfirmation(text);
      leaf.publish({ lookupText: text });
      // Keep the focus where it is if the user has moved to another field.
      const { activeElement } = document;
      if (!activeElement || activeElement === button.current || activeElement === document.body) leaf.control?.focus();
    } catch {
      showFailure(undefined);
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn"
        aria-disabled={left > 0 || busy || undefined}
        onClick={() => void requestCode()}
      >
        {left > 0
          ? ports.t("form.sendAgainIn", { seconds: left })
          : ports.t(confirmation !== undefined || hasSent ? "form.sendAgain" : "form.sendCode")}
      </button>
      {/* Announces the sent code to screen readers, since the focus has moved to the code field. */}
      <output className="sr-only">{left > 0 && confirmation}</output>
    </>
  );
}

/** Returns the text that says where the code was sent; empty when the response does not name the address. */
const describeRecipient = ({ to }: CallResult, { t }: Ports): string =>
  typeof to === "string" ? t("form.codeSent", { to }) : "";

/**
 * Cooldown per user, form and call. `left` is the remaining time in whole seconds, and `wait` starts a cooldown of `ms`
 * milliseconds, at most `most`. `hasSent` is true once a cooldown was started, including before a reload.
 */
function useCooldown(call: string, most: number) {
  const { ports, entity } = useForm();
  const kept = `sent.${ports.user()}.${entity.name}.${call}`;
  const [until, setUntil] = useState(() => Number(sessionStorage.getItem(kept) ?? 0));
  const [now, setNow] = useState(ports.now);
  // After a reload, the server time may appear slightly behind its previous value, so the remaining time is capped.
  const left = Math.max(0, Math.ceil(Math.min(until - now, most) / 1000));
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => setNow(ports.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [waiting, ports]);
  const wait = (ms: number) => {
    const next = ports.now() + ms;
    sessionStorage.setItem(kept, String(next));
    setUntil(next);
    setNow(ports.now());
  };
  return { left, hasSent: until > 0, wait };
}
