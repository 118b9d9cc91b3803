/** Asks for the payment password for exactly one call and body; the proof that it gives works once, for two minutes. */
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import { t } from "../client/i18n.ts";
import { observable } from "../client/observable.ts";
import { passwordAlone } from "../client/password-alone.ts";
import type { CallPlan, Row } from "../engine/index.ts";
import { CallForm, Dialog, useLoaded } from "../engine/ui.tsx";
import { loadCall } from "./schemas.ts";

interface Question {
  /** What was typed for one question is not for the next. */
  id: number;
  need: "pay" | "pay+totp";
  call: Pick<CallPlan, "method" | "path">;
  body: Row;
  /** What is confirmed, in words. */
  about: string | undefined;
  answer(proof: string | undefined): void;
}
const question = observable<Question | undefined>(undefined);
let count = 0;

export const askProof = (need: Question["need"], call: Question["call"], body: Row, about?: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    question.get()?.answer(undefined);
    const own: Question = {
      id: ++count,
      need,
      call,
      body,
      about,
      answer: (proof) => {
        // Late, it takes away no question that was asked since.
        if (question.get() === own) question.set(undefined);
        resolve(proof);
      },
    };
    question.set(own);
  });

export function StepUp() {
  const asked = useSyncExternalStore(question.subscribe, question.get);
  const { pathname, search } = useLocation();
  // Whoever leaves the page (back, a session's end) confirms nothing any more, and what it was about is not for the next page.
  useEffect(() => () => question.get()?.answer(undefined), [pathname, search]);
  return (
    <Dialog open={asked !== undefined} onClose={() => asked?.answer(undefined)} labelledBy="step-up-title" describedBy="step-up-help">
      {asked && <Ask key={asked.id} asked={asked} />}
    </Dialog>
  );
}

function Ask({ asked }: { asked: Question }) {
  const loaded = useLoaded(() => loadCall("checkPassword"), "checkPassword");
  const second = asked.need === "pay+totp";
  const call = useMemo(() => loaded && (second ? loaded : passwordAlone(loaded)), [loaded, second]);
  return (
    <>
      <h2 id="step-up-title">{t("stepUp.title")}</h2>
      {asked.about && <p className="step-up-about">{asked.about}</p>}
      <p id="step-up-help">{t("stepUp.help")}</p>
      {call && (
        <CallForm
          call={call}
          preset={{ call: `${asked.call.method} ${asked.call.path}`, body: JSON.stringify(asked.body) }}
          onDone={(map) => asked.answer(String(map.proof))}
          onCancel={() => asked.answer(undefined)}
        />
      )}
    </>
  );
}
