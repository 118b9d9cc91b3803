/** Step-up form: the payment password, then the second factor if the call requires one. */
import { useMemo, useState } from "react";
import { call } from "../../client/call.ts";
import { describeEndpoint } from "../../client/endpoints.ts";
import { loadTexts, t } from "../../client/i18n.ts";
import { omitSecondFactor } from "../../client/second-factor.ts";
import type { CallPlan, Confirmed, Lacking, Row } from "../../engine/index.ts";
import { CallForm, createLazyPart, useLoaded } from "../../engine/ui.tsx";
import type { SecondFactorProps } from "../../screens/verification/SecondFactor.tsx";
import { loadCall } from "../data/schemas.ts";

export interface Question {
  /** Key of the form, so that no input carries over to the next confirmation. */
  id: number;
  need: "pay" | "pay+totp";
  call: Pick<CallPlan, "method" | "path">;
  body: Row;
  /** Description of the action to confirm. */
  about: Confirmed | undefined;
  /** Set when the password has already been verified and only the second factor is missing. */
  lacking: Lacking | undefined;
  answer(proof: string | undefined): void;
}

const SecondFactor = createLazyPart<SecondFactorProps>(
  async () => {
    const [module] = await Promise.all([import("../../screens/verification/SecondFactor.tsx"), loadTexts("account")]);
    return module.SecondFactor;
  },
  () => <Loading />,
);
const Loading = () => <div className="skeleton step-up-waiting" aria-hidden />;

/**
 * Returns whether the user has a second factor. Defaults to true if that fails to load, since the server verifies the
 * code anyway.
 */
const hasSecondFactor = (): Promise<boolean> =>
  call("googleUser").then(
    ({ bound }) => bound,
    () => true,
  );

export interface ProofFormProps {
  question: Question;
  /**
   * Called with true when recovery codes are displayed, and with false once the user confirms that they are stored. In
   * between, the dialog must stay open.
   */
  onKeeping(keeping: boolean): void;
}
/** Describes the action to confirm: its sentence, unless the title says it, and the summary of the form. */
function About({ about }: { about: Confirmed | undefined }) {
  if (!about) return null;
  const { text, lines, does = undefined } = typeof about === "string" ? { text: about, lines: [] } : about;
  return (
    <>
      {does === undefined && <p className="step-up-about">{text}</p>}
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

/** Returns the title, which contains the schema's phrase for the action if there is one. */
function getTitle({ about }: Question): string {
  const does = typeof about === "object" ? about.does : undefined;
  return does === undefined ? t("stepUp.title") : t("stepUp.titleDoes", { does });
}

/** Returns the label of the button; undefined for that of the form. */
function getSubmitLabel({ about }: Question): string | undefined {
  const action = typeof about === "object" ? about.action : undefined;
  return action === undefined ? undefined : t("stepUp.submit", { action });
}

export function ProofForm({ question, onKeeping }: ProofFormProps) {
  const { need, lacking } = question;
  const second = need === "pay+totp";
  const loaded = useLoaded(() => loadCall("checkPassword"), "checkPassword");
  const bound = useLoaded(hasSecondFactor, "googleUser", second ? undefined : false);
  // Proof from the password alone, kept while the second factor is entered.
  const [proof, setProof] = useState(lacking?.proof);
  const both = second && bound === true;
  const form = useMemo(() => loaded && (both ? loaded : omitSecondFactor(loaded)), [loaded, both]);
  const cancel = () => question.answer(undefined);
  if (form && second && bound !== undefined && proof !== undefined) {
    return (
      <SecondFactor
        proof={proof}
        bound={bound}
        why={lacking?.why}
        about={question.about && <About about={question.about} />}
        form={loadCall}
        onDone={question.answer}
        onCancel={cancel}
        onKeeping={onKeeping}
      />
    );
  }
  return (
    <>
      <h2 id="step-up-title">{getTitle(question)}</h2>
      <About about={question.about} />
      <p id="step-up-help">{t("stepUp.help")}</p>
      {form && bound !== undefined ? (
        <CallForm
          call={form}
          preset={{ call: describeEndpoint(question.call), body: JSON.stringify(question.body) }}
          submitLabel={getSubmitLabel(question)}
          onDone={(map) => (second && !both ? setProof : question.answer)(String(map.proof))}
          onCancel={cancel}
        />
      ) : (
        <Loading />
      )}
    </>
  );
}
