/** Binds an authenticator in three steps: install, scan or type the secret, confirm with its first code. */
import { type ReactNode, useEffect, useState } from "react";
import { call as send } from "../../client/call.ts";
import { t } from "../../client/i18n.ts";
import type { CallAnswer } from "../../contract/calls.ts";
import { CallForm, type CallFormProps, copyText, QrCode, useLoaded, usePorts } from "../../engine/ui.tsx";
import { useCall } from "./use-call.ts";
import "./verification.css";

/** The server keeps a shown secret so long; then there is a new one, in milliseconds. */
const SECRET_MS = 10 * 60_000;

const readSecret = () => send("googleQr");

interface Props {
  /** Of its steps: one below the heading that stands over them. */
  heading: "h2" | "h3";
  /** A proof that waits for this second factor. */
  proof?: string;
  form(call: string): Promise<CallFormProps["call"]>;
  /** With what `googleBind` answers. */
  onDone(answer: CallAnswer<"googleBind">): void;
  onCancel(): void;
  /** Below the refusal, where no secret is given. */
  leave?: ReactNode;
}
export function Enrol({ heading: Heading, proof, form, onDone, onCancel, leave }: Props) {
  const ports = usePorts();
  const [turn, setTurn] = useState(0);
  const { map, failure } = useCall(readSecret, turn);
  const call = useLoaded(() => form("googleBind"), "googleBind");
  useEffect(() => {
    const timer = setTimeout(() => setTurn(turn + 1), SECRET_MS);
    return () => clearTimeout(timer);
  }, [turn]);
  if (failure)
    return (
      <>
        <output>{failure.message || t("systemException")}</output>
        {leave}
      </>
    );
  if (!map || !call) return <div className="skeleton page-skeleton" aria-hidden />;
  const { secret } = map;
  const copy = () =>
    copyText(secret).then(
      () => ports.notify("success", t("copied")),
      () => undefined,
    );
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
            <p className="vf-secret">
              <code>{secret.replace(/.{4}(?=.)/g, "$& ")}</code>
              <button
                type="button"
                className="btn"
                data-small
                aria-label={t("validator.copy")}
                onClick={() => void copy()}
              >
                {t("copy")}
              </button>
            </p>
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
