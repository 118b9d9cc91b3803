/**
 * Step-up for exactly one call and body: asks for the payment password and, when required, a second factor. The
 * resulting proof is valid once, for two minutes. Enrols a missing second factor first, then completes the call.
 */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import { call } from "../../client/call.ts";
import { describeEndpoint } from "../../client/endpoints.ts";
import { loadWords, t } from "../../client/i18n.ts";
import { createObservable } from "../../client/observable.ts";
import { omitSecondFactor } from "../../client/second-factor.ts";
import type { CallPlan, Confirmed, Lacking, Row } from "../../engine/index.ts";
import { CallForm, Dialog, createLazyPart, useLoaded } from "../../engine/ui.tsx";
import type { SecondFactorProps } from "../../screens/verification/SecondFactor.tsx";
import { loadCall } from "../data/schemas.ts";

interface Question {
  /** Key of the form, so that no input survives into the next question. */
  id: number;
  need: "pay" | "pay+totp";
  call: Pick<CallPlan, "method" | "path">;
  body: Row;
  /** Description of the confirmed action. */
  about: Confirmed | undefined;
  /** Set when the password was checked already: only the second factor is required. */
  lacking: Lacking | undefined;
  answer(proof: string | undefined): void;
}
const question = createObservable<Question | undefined>(undefined);
let count = 0;

export const askProof = (
  need: Question["need"],
  call: Question["call"],
  body: Row,
  about?: Confirmed,
  lacking?: Lacking,
): Promise<string | undefined> =>
  new Promise((resolve) => {
    question.get()?.answer(undefined);
    const own: Question = {
      id: ++count,
      need,
      call,
      body,
      about,
      lacking,
      answer: (proof) => {
        // A late cancel must not close a question that was opened since.
        if (question.get() === own) question.set(undefined);
        resolve(proof);
      },
    };
    question.set(own);
  });

const SecondFactor = createLazyPart<SecondFactorProps>(
  async () => {
    const [module] = await Promise.all([import("../../screens/verification/SecondFactor.tsx"), loadWords("account")]);
    return module.SecondFactor;
  },
  () => <Loading />,
);
const Loading = () => <div className="skeleton step-up-waiting" aria-hidden />;

/** Returns whether the user has a second factor; true when that fails to load, because the server checks the code anyway. */
const hasSecondFactor = (): Promise<boolean> =>
  call("googleUser").then(
    ({ bound }) => bound,
    () => true,
  );

export function StepUp() {
  const asked = useSyncExternalStore(question.subscribe, question.get);
  const { pathname, search } = useLocation();
  // Recovery codes are shown once: only the button that confirms that they are stored closes the dialog.
  const canClose = useRef(true);
  // Leaving the page (Back, end of session) cancels the confirmation: it must not apply to the next page.
  useEffect(() => () => question.get()?.answer(undefined), [pathname, search]);
  return (
    <Dialog
      open={asked !== undefined}
      onClose={() => canClose.current && asked?.answer(undefined)}
      labelledBy="step-up-title"
      describedBy="step-up-help"
    >
      {asked && <ProofForm key={asked.id} asked={asked} onKeeping={(keeping) => (canClose.current = !keeping)} />}
    </Dialog>
  );
}

/** What is confirmed: the sentence, and the lines of the form's summary. */
function About({ about }: { about: Confirmed | undefined }) {
  if (!about) return null;
  const { text, lines } = typeof about === "string" ? { text: about, lines: [] } : about;
  return (
    <>
      <p className="step-up-about">{text}</p>
      {lines.length > 0 && (
        <dl className="step-up-lines">
          {lines.map((line) => (
            <div key={line.label} data-strong={line.strong}>
              <dt>{line.label}</dt>
              <dd>{line.text}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function ProofForm({ asked, onKeeping }: { asked: Question; onKeeping(keeping: boolean): void }) {
  const { need, lacking } = asked;
  const second = need === "pay+totp";
  const loaded = useLoaded(() => loadCall("checkPassword"), "checkPassword");
  const bound = useLoaded(hasSecondFactor, "googleUser", second ? undefined : false);
  // Proof of the password alone, when the second factor follows.
  const [proof, setProof] = useState(lacking?.proof);
  const both = second && bound === true;
  const form = useMemo(() => loaded && (both ? loaded : omitSecondFactor(loaded)), [loaded, both]);
  const cancel = () => asked.answer(undefined);
  if (form && second && bound !== undefined && proof !== undefined) {
    return (
      <SecondFactor
        proof={proof}
        bound={bound}
        why={lacking?.why}
        about={asked.about && <About about={asked.about} />}
        form={loadCall}
        onDone={asked.answer}
        onCancel={cancel}
        onKeeping={onKeeping}
      />
    );
  }
  return (
    <>
      <h2 id="step-up-title">{t("stepUp.title")}</h2>
      <About about={asked.about} />
      <p id="step-up-help">{t("stepUp.help")}</p>
      {form && bound !== undefined ? (
        <CallForm
          call={form}
          preset={{ call: describeEndpoint(asked.call), body: JSON.stringify(asked.body) }}
          onDone={(map) => (second && !both ? setProof : asked.answer)(String(map.proof))}
          onCancel={cancel}
        />
      ) : (
        <Loading />
      )}
    </>
  );
}
