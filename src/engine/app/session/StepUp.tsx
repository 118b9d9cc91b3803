/**
 * Step-up confirmation for exactly one call and body: asks for the password and, if required, a second factor.
 * The resulting proof is valid once, for two minutes. If a second factor is required and the user has none, it is set
 * up after the password.
 */
import type { Row } from "../../model/field.ts";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import { createObservable } from "../client/observable.ts";
import type { Confirmed, MissingStepUp } from "../../model/ports.ts";
import { Dialog } from "../../overlay/overlay.tsx";
import { useLoaded } from "../../data/use-loaded.tsx";
import type { Question } from "./ProofForm.tsx";

const question = createObservable<Question | undefined>(undefined);
let count = 0;

export const requestProof = (
  need: Question["need"],
  call: Question["call"],
  body: Row,
  about?: Confirmed,
  lacking?: MissingStepUp,
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
        // A late cancel must not close a newer confirmation.
        if (question.get() === own) question.set(undefined);
        resolve(proof);
      },
    };
    question.set(own);
  });

/** Loads the form of a question with everything that it displays. Most visits need none. */
const loadForm = async (current: Question | undefined) =>
  current && (await import("./ProofForm.tsx")).prepareProofForm(current);

export function StepUp() {
  const current = useSyncExternalStore(question.subscribe, question.get);
  // The dialog opens once its form is complete, so that it never changes its height.
  const renderForm = useLoaded(() => loadForm(current), String(current?.id));
  const { pathname, search } = useLocation();
  // Recovery codes are shown only once, so the dialog closes only after the user confirms that they are stored.
  const canClose = useRef(true);
  // Leaving the page, by Back or when the session ends, cancels the confirmation so that it cannot apply to the next
  // page.
  useEffect(() => () => question.get()?.answer(undefined), [pathname, search]);
  return (
    <Dialog
      open={renderForm !== undefined}
      onClose={() => canClose.current && current?.answer(undefined)}
      labelledBy="step-up-title"
      describedBy="step-up-help"
    >
      {renderForm?.((keeping) => (canClose.current = !keeping))}
    </Dialog>
  );
}
