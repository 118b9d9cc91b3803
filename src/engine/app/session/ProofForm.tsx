/** Step-up form: the password and, if the call requires one, the second factor. */
import type { Row } from "../../model/field.ts";
import { type ReactElement, useMemo, useState } from "react";
import type { StepUp } from "../../model/register.ts";
import { describeEndpoint } from "../client/endpoints.ts";
import { t } from "../client/i18n.ts";
import { omitSecondFactor } from "./omit-second-factor.ts";
import type { CallPlan } from "../../model/entity.ts";
import type { Confirmed, MissingStepUp } from "../../model/ports.ts";
import { CallForm } from "../../form/lazy.tsx";
import { createLazyPart } from "../../react/lazy-part.tsx";
import { getInside } from "../inside-options.tsx";
import { type CallEntity, getApp, type SecondFactorProps } from "../options.ts";
import { loadCallForm } from "../data/load-call-form.tsx";
import { loadCall } from "../data/schemas.ts";

export interface Question {
  /** Key of the form, so that no input carries over to the next confirmation. */
  id: number;
  need: StepUp;
  call: Pick<CallPlan, "method" | "path">;
  body: Row;
  /** Description of the action to confirm. */
  about: Confirmed | undefined;
  /** Set when the password has already been verified and only the second factor is missing. */
  lacking: MissingStepUp | undefined;
  answer(proof: string | undefined): void;
}

const SecondFactorPart = createLazyPart<Omit<SecondFactorProps, "call">>(async () => {
  const { secondFactor } = getInside();
  if (!secondFactor) throw new Error("a step-up needs the option `secondFactor`");
  const [Form, call] = await Promise.all([secondFactor.load(), loadCallForm(secondFactor.call)]);
  return (props) => <Form {...props} call={call} />;
});
/** Returns whether a step-up requires more than the password. */
const needsSecondFactor = ({ need }: Question): boolean => getApp().settings.stepUps.indexOf(need) > 0;

/**
 * Returns whether the user has a second factor. Defaults to true if that fails to load, since the server verifies the
 * code anyway.
 */
const hasSecondFactor = (): Promise<boolean> =>
  (getInside().secondFactor?.isSetUp() ?? Promise.resolve(false)).catch(() => true);

/**
 * Renders a prepared form. `onKeeping` is called with true when recovery codes are displayed, and with false once the
 * user confirms that they are stored. In between, the dialog must stay open.
 */
type RenderForm = (onKeeping: (keeping: boolean) => void) => ReactElement;

/**
 * Loads everything that the form of a question displays first, so that it renders at once.
 * @throws when a call or a part of the form cannot be loaded
 */
export async function prepareProofForm(question: Question): Promise<RenderForm> {
  const [form, bound] = await Promise.all([
    loadCallForm("checkPassword"),
    needsSecondFactor(question) && hasSecondFactor(),
    question.lacking && SecondFactorPart.load(),
  ]);
  return (onKeeping) => (
    <ProofForm key={question.id} question={question} loaded={form} bound={bound} onKeeping={onKeeping} />
  );
}

/** Number of lines that the dialog shows whole. More scroll in a list that the keyboard reaches. */
const MAX_UNSCROLLED = 8;
/** Describes the action to confirm: its sentence, unless the title says it, and the summary of the form. */
function About({ about }: { about: Confirmed | undefined }) {
  if (!about) return null;
  const { text, lines, does = undefined } = typeof about === "string" ? { text: about, lines: [] } : about;
  return (
    <>
      {does === undefined && <p className="step-up-about">{text}</p>}
      {lines.length > 0 && (
        <dl className="step-up-lines" {...(lines.length > MAX_UNSCROLLED && { "data-scrolls": true, tabIndex: 0 })}>
          {lines.map((line, index) => (
            <div key={index} data-strong={line.strong}>
              <dt>
                {line.label}
                {line.flags?.map((flag) => (
                  <span key={flag} className="step-up-flag">
                    {flag}
                  </span>
                ))}
              </dt>
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

interface ProofFormProps {
  question: Question;
  /** Form of the password. */
  loaded: CallEntity;
  /** Whether the user has a second factor; false if none is required. */
  bound: boolean;
  onKeeping: Parameters<RenderForm>[0];
}

function ProofForm({ question, loaded, bound, onKeeping }: ProofFormProps) {
  const { lacking } = question;
  const second = needsSecondFactor(question);
  // Proof from the password alone, kept while the second factor is entered.
  const [proof, setProof] = useState(lacking?.proof);
  const both = second && bound;
  const form = useMemo(() => (both ? loaded : omitSecondFactor(loaded)), [loaded, both]);
  const cancel = () => question.answer(undefined);
  const accept = async (received: string) => {
    if (!second || both) return question.answer(received);
    // The password stays visible until the second factor can replace it.
    await SecondFactorPart.load();
    setProof(received);
  };
  if (second && proof !== undefined) {
    return (
      <SecondFactorPart
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
      <p id="step-up-help" className="step-up-help">
        {t("stepUp.help")}
      </p>
      <CallForm
        call={form}
        preset={{ call: describeEndpoint(question.call), body: JSON.stringify(question.body) }}
        submitLabel={getSubmitLabel(question)}
        onDone={(map) => accept(String(map.proof))}
        onCancel={cancel}
      />
    </>
  );
}
