/** Form of a step-up: the payment password, then the second factor where the call needs one. */
import { useMemo, useState } from "react";
import { call } from "../../client/call.ts";
import { describeEndpoint } from "../../client/endpoints.ts";
import { loadWords, t } from "../../client/i18n.ts";
import { omitSecondFactor } from "../../client/second-factor.ts";
import type { CallPlan, Confirmed, Lacking, Row } from "../../engine/index.ts";
import { CallForm, createLazyPart, useLoaded } from "../../engine/ui.tsx";
import type { SecondFactorProps } from "../../screens/verification/SecondFactor.tsx";
import { loadCall } from "../data/schemas.ts";

export interface Question {
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

export interface ProofFormProps {
  asked: Question;
  /** Recovery codes are shown that the user has not confirmed to be stored: the dialog stays open. */
  onKeeping(keeping: boolean): void;
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

export function ProofForm({ asked, onKeeping }: ProofFormProps) {
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
