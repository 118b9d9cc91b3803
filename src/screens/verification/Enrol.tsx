/** Sets up an authenticator in three steps: install the app, scan or enter the secret, confirm the first code. */
import { type ReactNode, useEffect } from "react";
import { t, useCall } from "@portolan/engine/app";
import type { CallResponse } from "@portolan/engine";
import { CallForm, type CallFormProps, copyText, QrCode, useLoaded, usePorts } from "@portolan/engine/ui";
import "./verification.css";

/** Lifetime of a secret on the server, in ms. A new one is loaded when it expires. */
const SECRET_MS = 10 * 60_000;

interface Props {
  /** Heading level of the steps, one below the heading of the page or dialog. */
  heading: "h2" | "h3";
  /** Step-up proof that still requires the second factor. */
  proof?: string | undefined;
  form(call: string): Promise<CallFormProps["call"]>;
  /** Receives the response of `googleBind`. */
  onDone(response: CallResponse<"googleBind">): void;
  onCancel(): void;
  /** Shown below the error when the server issues no secret. */
  leave?: ReactNode | undefined;
}
export function Enrol({ heading: Heading, proof, form, onDone, onCancel, leave }: Props) {
  // The server replaces only expired secrets, so the timer alone triggers a refetch.
  const { data: map, failure, reload } = useCall("googleQr", {}, { onFocus: false });
  const call = useLoaded(() => form("googleBind"), "googleBind");
  useEffect(() => {
    const timer = setInterval(reload, SECRET_MS);
    return () => clearInterval(timer);
  }, [reload]);
  if (failure)
    return (
      <>
        <output>{failure.message || t("systemException")}</output>
        {leave}
      </>
    );
  if (!map || !call) return <div className="skeleton page-skeleton" aria-hidden />;
  return (
    <ol className="vf-steps">
      <li>
        <Heading>{t("validator.install")}</Heading>
        <p>{t("validator.installHelp")}</p>
      </li>
      <li>
        <Heading>{t("validator.scan")}</Heading>
        <div className="vf-scan">
          <QrCode className="vf-qr" rows={map.qr} label={t("validator.qr")} />
          <div>
            <p>{t("validator.typed")}</p>
            <Secret secret={map.secret} />
          </div>
        </div>
      </li>
      <li>
        <Heading>{t("validator.confirm")}</Heading>
        <CallForm
          call={call}
          preset={proof === undefined ? undefined : { proof }}
          onCancel={onCancel}
          onDone={onDone}
        />
      </li>
    </ol>
  );
}

/** The secret in groups of four characters, with a copy button. */
function Secret({ secret }: { secret: string }) {
  const ports = usePorts();
  const copy = () =>
    copyText(secret).then(
      () => ports.notify("success", t("copied")),
      () => undefined,
    );
  return (
    <p className="vf-secret">
      <code>{secret.replace(/.{4}(?=.)/g, "$& ")}</code>
      <button type="button" className="btn" data-small aria-label={t("validator.copy")} onClick={() => void copy()}>
        {t("copy")}
      </button>
    </p>
  );
}
