/** The second factor of a call that the payment password has confirmed already: a code, or the set-up of an authenticator and then the same call. */
import { useEffect, useRef, useState } from "react";
import { t } from "../../client/i18n.ts";
import { CallForm, type CallFormProps, useLoaded } from "../../engine/ui.tsx";
import { Enrol } from "./Enrol.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import "./verification.css";

export interface SecondFactorProps {
  /** Of the payment password; the second factor raises it. */
  proof: string;
  /** Whether an authenticator is on. */
  bound: boolean;
  /** The server's words on why a second factor is asked for. */
  why?: string | undefined;
  /** What is confirmed, in words. */
  about?: string | undefined;
  form(call: string): Promise<CallFormProps["call"]>;
  onDone(proof: string): void;
  onCancel(): void;
  /** Recovery codes are on the screen, or no longer: closing it now would lose them. */
  onKeeping(keeping: boolean): void;
}
export function SecondFactor({ proof, bound, why, about, form, onDone, onCancel, onKeeping }: SecondFactorProps) {
  // What was so when the question was put: setting it up is not interrupted by having been set up.
  const [enrols] = useState(!bound);
  const call = useLoaded(() => form("secondFactor"), "secondFactor");
  const [codes, setCodes] = useState<readonly string[]>();
  const title = useRef<HTMLHeadingElement>(null);
  // Steps are read from their beginning; a code alone is typed at once.
  useEffect(() => {
    if (enrols) title.current?.focus();
  }, [enrols]);
  if (codes) {
    const goOn = () => {
      onKeeping(false);
      onDone(proof);
    };
    return <RecoveryCodes heading="h2" id="step-up-title" codes={codes} goOn={t("validator.goOn")} onDone={goOn} />;
  }
  return (
    <>
      <h2 id="step-up-title" tabIndex={-1} ref={title}>
        {t(enrols ? "validator.neededTitle" : "validator.codeTitle")}
      </h2>
      {about && <p className="step-up-about">{about}</p>}
      <div id="step-up-help">
        {why && <p>{why}</p>}
        {enrols && <p>{t("validator.neededHelp")}</p>}
      </div>
      {enrols ? (
        <Enrol
          heading="h3"
          proof={proof}
          form={form}
          onCancel={onCancel}
          onDone={(map) => {
            onKeeping(true);
            setCodes(map.recoveryCodes);
          }}
          leave={
            <button type="button" className="btn" onClick={onCancel}>
              {t("cancel")}
            </button>
          }
        />
      ) : (
        call && (
          <CallForm call={call} preset={{ proof }} onDone={(map) => onDone(String(map.proof))} onCancel={onCancel} />
        )
      )}
    </>
  );
}
