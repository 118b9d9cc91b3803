/** Binds an authenticator: scan or type the secret, confirm with its first code, keep the recovery codes. */
import { useEffect, useState } from "react";
import { t } from "../../client/i18n.ts";
import { CallForm, type CallFormProps, copyText, QrCode, useLoaded, usePorts } from "../../engine/ui.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { useCall } from "./use-call.ts";
import "./verification.css";

const BACK = "/secondlevelverification";
/** The server keeps a shown secret so long; then there is a new one, in milliseconds. */
const SECRET_MS = 10 * 60_000;

interface Props {
  title: string;
  form(call: string): Promise<CallFormProps["call"]>;
}
export function Validator({ title, form }: Props) {
  const ports = usePorts();
  const [turn, setTurn] = useState(0);
  const { map, failure } = useCall(ports, "googleQr", turn);
  const call = useLoaded(() => form("googleBind"), "googleBind");
  const [codes, setCodes] = useState<string[]>();
  useEffect(() => {
    const timer = setTimeout(() => setTurn(turn + 1), SECRET_MS);
    return () => clearTimeout(timer);
  }, [turn]);
  const back = () => ports.go?.(BACK);

  if (codes) return <RecoveryCodes codes={codes} onDone={back} />;
  if (failure)
    return (
      <section className="form-page">
        <h1>{title}</h1>
        <output>{failure.message || t("systemException")}</output>
        <button type="button" className="btn" onClick={back}>
          {t("verification.back")}
        </button>
      </section>
    );
  if (!map || !call) return <div className="skeleton page-skeleton" aria-hidden />;
  const secret = String(map.secret);
  const copy = () =>
    copyText(secret).then(
      () => ports.notify("success", t("copied")),
      () => undefined,
    );
  return (
    <section className="form-page">
      <h1>{title}</h1>
      <ol className="vf-steps">
        <li>
          <h2>{t("validator.install")}</h2>
          <p>{t("validator.installHelp")}</p>
        </li>
        <li>
          <h2>{t("validator.scan")}</h2>
          <div className="vf-scan">
            <QrCode className="vf-qr" rows={map.qr as string[]} label={t("validator.qr")} />
            <div>
              <p>{t("validator.typed")}</p>
              <p className="vf-secret">
                <code>{secret.replace(/.{4}(?=.)/g, "$& ")}</code>
                <button type="button" className="btn" data-small aria-label={t("validator.copy")} onClick={() => void copy()}>
                  {t("copy")}
                </button>
              </p>
            </div>
          </div>
        </li>
        <li>
          <h2>{t("validator.confirm")}</h2>
          <CallForm
            call={call}
            onCancel={back}
            onDone={(answer) => {
              setCodes(answer.recoveryCodes as string[]);
            }}
          />
        </li>
      </ol>
    </section>
  );
}
