/**
 * Parts of the home page before the first payment: the setup steps, and a preview of the account. Loaded only for
 * merchants who need them.
 */
import { Check } from "lucide-react";
import { t } from "../../client/i18n.ts";
import { Link, type ReadState } from "../../engine/ui.tsx";
import { Card, Content } from "./Card.tsx";
import type { Step } from "./setup-steps.tsx";

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
      {status !== 1 && <p className="hm-lead">{t(`home.status.${status}`)}</p>}
      <Content loaded={steps}>
        {(all) => {
          const next = all.find(({ done, href }) => !done && href)?.id;
          return (
            <ol className="hm-steps">
              {all.map(({ id, done, href }, index) => (
                <li key={id} data-done={done || undefined}>
                  <span className="hm-mark" aria-hidden>
                    {done ? <Check size={16} strokeWidth={2} /> : index + 1}
                  </span>
                  <span className="hm-step">
                    <strong>{t(`home.step.${id}`)}</strong>
                    <span className="hm-quiet">{t(`home.stepHelp.${id}`)}</span>
                  </span>
                  {done ? (
                    <span className="status" data-tone="success">
                      {t("home.stepDone")}
                    </span>
                  ) : href ? (
                    <Link
                      href={href}
                      className="btn"
                      data-main={next === id || undefined}
                      aria-label={`${t(`home.stepGo.${id}`)} ${t(`home.step.${id}`)}`}
                    >
                      {t(`home.stepGo.${id}`)}
                    </Link>
                  ) : (
                    <span className="hm-quiet">
                      {id !== "certify" ? t("home.afterCertification") : status === 0 ? t("home.stepReview") : null}
                    </span>
                  )}
                </li>
              ))}
            </ol>
          );
        }}
      </Content>
    </Card>
  );
}

const LINES = ["available", "in", "out"] as const;

/** Preview of a verified account, with every row labelled as an example. */
export function Preview() {
  return (
    <Card name="preview" title={t("home.preview")}>
      <ul className="hm-preview">
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
    </Card>
  );
}
