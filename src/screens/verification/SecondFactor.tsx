/**
 * Second factor for a call whose payment password has been verified: a code, or setting up an authenticator and then
 * repeating the call.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "@portolan/engine/app";
import { CallForm, type CallFormProps } from "@portolan/engine/ui";
import { Enrol } from "./Enrol.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import "./verification.css";

export interface SecondFactorProps {
  /** Step-up proof of the payment password, upgraded by the second factor. */
  proof: string;
  /** Whether the user has an authenticator. */
  bound: boolean;
  /** Reason why the server requires the second factor. */
  why?: string | undefined;
  /** Description of the action to confirm. */
  about?: ReactNode;
  /** Form of the code. */
  call: CallFormProps["call"];
  form(call: string): Promise<CallFormProps["call"]>;
  onDone(proof: string): void;
  onCancel(): void;
  /** Reports whether recovery codes are visible. Closing the dialog would then lose them. */
  onKeeping(keeping: boolean): void;
}
export function SecondFactor(props: SecondFactorProps) {
  const { proof, bound, why, about, form, onDone, onCancel, onKeeping } = props;
  // Fixed on mount: completing the setup must not switch the form.
  const [enrols] = useState(!bound);
  const [codes, setCodes] = useState<readonly string[]>();
  const title = useRef<HTMLHeadingElement>(null);
  // Focuses the heading of the setup so that screen readers start there. The code input focuses itself.
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
      {about}
      <div id="step-up-help" className="step-up-help">
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
        <CallForm
          call={props.call}
          preset={{ proof }}
          onDone={(map) => onDone(String(map.proof))}
          onCancel={onCancel}
        />
      )}
    </>
  );
}
