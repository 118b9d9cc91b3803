/** Registers an account. Both legal documents open in a dialog above the form, so that its input is kept. */
import { useState } from "react";
import { loadCall, t, type VisitorViewProps } from "@portolan/engine/app";
import { CallForm, Dialog, useLoaded } from "@portolan/engine/ui";
import { Document, DOCUMENTS, loadAgreement } from "./Agreement.tsx";

export function Register({ lang, onSignedIn }: VisitorViewProps) {
  const loaded = useLoaded(() => Promise.all([loadCall("register"), loadAgreement(lang)]), `register ${lang}`);
  const [reading, setReading] = useState<string>();
  if (!loaded) return <div className="skeleton" style={{ height: 496 }} aria-hidden />;
  const [call, agreement] = loaded;
  return (
    <>
      <CallForm call={call} preset={{ purpose: "register", agreementVersion: agreement.version }} onDone={onSignedIn}>
        <p className="sign-in-documents">
          {DOCUMENTS.map((name) => (
            <button key={name} type="button" className="link" onClick={() => setReading(name)}>
              {t(`document.${name}`)}
            </button>
          ))}
        </p>
      </CallForm>
      <Dialog
        open={reading !== undefined}
        onClose={() => setReading(undefined)}
        label={reading && t(`document.${reading}`)}
      >
        {reading && (
          <>
            <h2>{t(`document.${reading}`)}</h2>
            <Document lang={lang} name={reading} />
            <button type="button" className="btn" data-main onClick={() => setReading(undefined)}>
              {t("close")}
            </button>
          </>
        )}
      </Dialog>
    </>
  );
}
