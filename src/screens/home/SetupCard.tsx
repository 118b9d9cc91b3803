/**
 * Parts of the home page before the first payment: the setup steps, and a preview of the account. Loaded only for
 * merchants who need them.
 */
import { Check } from "lucide-react";
import { getDateTag, t } from "@portolan/engine/app";
import type { Lang } from "@portolan/engine";
import { Link, type ReadState, usePorts } from "@portolan/engine/ui";
import { Card, Content } from "./Card.tsx";
import type { Step } from "./setup-steps.tsx";
import { CERTIFIED, UNDER_REVIEW } from "./shell.ts";

export interface SetupCardProps {
  steps: ReadState<Step[]>;
  /** The merchant's `userStatus`. */
  status: number;
}
/** Steps from a new account to the first payment. Completed steps are ticked; blocked ones name their precondition. */
export function SetupCard({ steps, status }: SetupCardProps) {
  return (
    <Card
      name="setup"
      waits={steps.data === undefined && !steps.failure}
      title={t("home.setup")}
      end={
        steps.data && (
          <span className="hm-quiet">
            {t("home.setupDone", { done: steps.data.filter(({ done }) => done).length, all: steps.data.length })}
          </span>
        )
      }
    >
      {status !== CERTIFIED && <p className="hm-lead">{t(`home.status.${findLead(status, steps.data)}`)}</p>}
      <Content loaded={steps}>
        {(all) => (
          <ol className="hm-steps">
            {all.map((step, index) => (
              <StepRow key={step.id} step={step} number={index + 1} isNext={step === findNextStep(all)} />
            ))}
          </ol>
        )}
      </Content>
    </Card>
  );
}

/** Returns whether a step can only be completed by us. */
const isUnderReview = ({ review }: Step): boolean => review?.status === "underReview";

/** Returns whether the certification was returned to the merchant for corrections. */
const isReturned = (step: Step): boolean => step.review !== undefined && !isUnderReview(step);

/** Returns the step to do next: corrections first, then the first open one. */
const findNextStep = (steps: readonly Step[]): Step | undefined =>
  steps.find(isReturned) ?? steps.find((step) => !step.done && step.href !== undefined && !isUnderReview(step));

/** Returns the key of the sentence above the steps. An expired or incomplete application keeps the status 0. */
const findLead = (status: number, steps: readonly Step[] = []): string =>
  status === UNDER_REVIEW && steps.some(isReturned) ? "more" : String(status);

function StepRow({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  const { id, done } = step;
  return (
    <li data-done={done || undefined}>
      <span className="hm-mark" aria-hidden>
        {done ? <Check size={16} strokeWidth={2} /> : number}
      </span>
      <span className="hm-step">
        <strong>{t(`home.step.${id}`)}</strong>
        <StepHelp step={step} />
      </span>
      <StepEnd step={step} isNext={isNext} />
    </li>
  );
}

/** What a step is for or how long it takes. For the certification, what it waits for. */
function StepHelp({ step }: { step: Step }) {
  const { lang } = usePorts();
  const { id, review } = step;
  if (!review) return <span className="hm-quiet">{t(`home.stepHelp.${id}`)}</span>;
  const { asked, expectedBy } = review;
  if (isReturned(step))
    return (
      <span className="hm-asked">
        {asked.length > 0 ? t("home.stepAsked", { count: asked.length }) : t("home.stepOutdated")}
      </span>
    );
  return (
    <span className="hm-quiet">
      {expectedBy === undefined ? t("home.stepReview") : t("home.stepReviewBy", { date: formatDay(expectedBy, lang) })}
    </span>
  );
}

/** Formats a date without its year: `11 月 24 日`, `24 Nov`. */
const formatDay = (day: string, lang: Lang): string =>
  new Intl.DateTimeFormat(getDateTag(lang), { timeZone: "UTC", month: "short", day: "numeric" })
    .format(new Date(day))
    .replaceAll(/\d(?=[月日])|月(?=\d)/g, "$& ");

/** Button, completion or precondition of a step. */
function StepEnd({ step, isNext }: { step: Step; isNext: boolean }) {
  const { id, done, href } = step;
  if (done)
    return (
      <span className="status" data-tone="success">
        {t("home.stepDone")}
      </span>
    );
  if (!href) return <span className="hm-quiet">{t("home.afterCertification")}</span>;
  const go = t(`home.stepGo.${isUnderReview(step) ? "view" : isReturned(step) ? "correct" : id}`);
  return (
    <Link href={href} className="btn" data-main={isNext || undefined} aria-label={`${go} ${t(`home.step.${id}`)}`}>
      {go}
    </Link>
  );
}

const LINES = ["available", "in", "out"] as const;

/** Preview of a verified account, with every row labelled as an example. Nothing in it can be used. */
export function Preview() {
  return (
    <Card name="preview" title={t("home.preview")}>
      {/* Disabled: half as strong as the live cards beside it, and without anything to click. */}
      <fieldset className="hm-sample" disabled>
        <legend className="sr-only">{t("home.sample")}</legend>
        <ul>
          {LINES.map((line) => (
            <li key={line}>
              <span>{t(`home.preview.${line}`)}</span>
              <span>{t(`home.preview.${line}Amount`)}</span>
              <span className="status" data-tone="neutral">
                {t("home.sample")}
              </span>
            </li>
          ))}
        </ul>
      </fieldset>
    </Card>
  );
}
