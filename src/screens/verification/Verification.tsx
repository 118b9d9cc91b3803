/** Second-level verification: its status, the number of recovery codes left, and links to turn it on or off. */
import { ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import { requireEndpoint, t, useCall } from "@portolan/engine/app";
import { findFailure, Heading, Link, runOnce, usePorts, useRead } from "@portolan/engine/ui";
import "./verification.css";

const VALIDATOR = "/validator";
const PAY_PASSWORD = "/personalCenter?tab=payPassword";
/** Number of remaining recovery codes below which new ones are suggested. */
const FEW = 3;

export function Verification({ title }: { title: string }) {
  const { data: map, failure, reload } = useCall("googleUser", {});
  const paySet = usePayPasswordSet();
  const { busy, switchOff } = useSwitchOff(reload);
  if (failure) return <Failed message={failure.message} onRetry={reload} />;
  if (!map) return <div className="skeleton page-skeleton" aria-hidden />;
  const { bound, recoveryCodesLeft: left } = map;
  const Icon = bound ? ShieldCheck : ShieldOff;
  return (
    <section className="form-page">
      <Heading>{title}</Heading>
      <div className="vf-card">
        <p className="vf-state">
          <Icon size={20} strokeWidth={1.5} aria-hidden />
          <strong>{t("verification.name")}</strong>
          <span className="status" data-tone={bound ? "success" : "warning"}>
            {t(bound ? "verification.on" : "verification.off")}
          </span>
        </p>
        <p>{t("verification.help")}</p>
        {bound && (
          <p data-tone={left < FEW ? "warning" : undefined} className="vf-left">
            {t(left < FEW ? "verification.fewLeft" : "verification.left", { count: left })}
          </p>
        )}
        {!bound && (
          <Link className="btn" data-main href={VALIDATOR}>
            {t("verification.open")}
          </Link>
        )}
        {bound && paySet && (
          <button type="button" className="btn" data-tone="danger" disabled={busy} onClick={() => void switchOff()}>
            {t("verification.close")}
          </button>
        )}
        {bound && !paySet && (
          <>
            <p>{t("verification.needPay")}</p>
            <Link className="btn" href={PAY_PASSWORD}>
              {t("verification.setPay")}
            </Link>
          </>
        )}
      </div>
    </section>
  );
}

/** Disables the second factor after a step-up, then calls `onDone`. */
function useSwitchOff(onDone: () => void) {
  const ports = usePorts();
  const [busy, setBusy] = useState(false);
  const switchOff = async () => {
    setBusy(true);
    // Uses the POST alias of the path, because the call mutates.
    const post = { ...requireEndpoint("googleClose"), method: "POST" as const };
    const outcome = await runOnce(ports, { call: post, stepUp: "pay+totp" }, {});
    setBusy(false);
    const message = findFailure(outcome)?.message;
    if (message) ports.notify("warning", message);
    if (outcome.end !== "succeeded") return;
    ports.notify("success", t("verification.closed"));
    onDone();
  };
  return { busy, switchOff };
}

/** Returns whether the payment password is set. True until loaded. */
function usePayPasswordSet(): boolean {
  const ports = usePorts();
  const { data } = useRead(["verification", "user"], async () => ({ user: await ports.context("user") }));
  return data?.user?.payPasswordSet !== false;
}

function Failed({ message, onRetry }: { message: string; onRetry(): void }) {
  return (
    <section className="form-page">
      <output>{message || t("systemException")}</output>
      <button type="button" className="btn" onClick={onRetry}>
        {t("retry")}
      </button>
    </section>
  );
}
