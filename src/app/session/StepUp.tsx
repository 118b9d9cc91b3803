/**
 * Step-up confirmation for exactly one call and body: asks for the payment password and, if required, a second factor.
 * The resulting proof is valid once, for two minutes. Enrols a missing second factor first.
 */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import { createObservable } from "../../client/observable.ts";
import type { Confirmed, Lacking, Row } from "../../engine/index.ts";
import { createLazyPart, Dialog } from "../../engine/ui.tsx";
import { loadCall } from "../data/schemas.ts";
import type { ProofFormProps, Question } from "./ProofForm.tsx";

const question = createObservable<Question | undefined>(undefined);
let count = 0;

export const requestProof = (
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
        // A late cancel must not close a newer confirmation.
        if (question.get() === own) question.set(undefined);
        resolve(proof);
      },
    };
    question.set(own);
  });

/** Loaded with the first confirmation, because most visits need none. */
const ProofForm = createLazyPart<ProofFormProps>(
  async () => {
    // Loads in parallel with the code; the form reports a failure.
    loadCall("checkPassword").catch(() => undefined);
    return (await import("./ProofForm.tsx")).ProofForm;
  },
  () => <div className="skeleton step-up-waiting" aria-hidden />,
);

export function StepUp() {
  const current = useSyncExternalStore(question.subscribe, question.get);
  const { pathname, search } = useLocation();
  // Recovery codes are shown only once, so the dialog closes only after the user confirms that they are stored.
  const canClose = useRef(true);
  // Leaving the page, by Back or when the session ends, cancels the confirmation so that it cannot apply to the next
  // page.
  useEffect(() => () => question.get()?.answer(undefined), [pathname, search]);
  return (
    <Dialog
      open={current !== undefined}
      onClose={() => canClose.current && current?.answer(undefined)}
      labelledBy="step-up-title"
      describedBy="step-up-help"
    >
      {current && (
        <ProofForm key={current.id} question={current} onKeeping={(keeping) => (canClose.current = !keeping)} />
      )}
    </Dialog>
  );
}
