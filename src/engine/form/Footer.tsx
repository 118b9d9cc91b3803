/** Footer with the form's buttons. */
import type { ReactNode } from "react";
import type { Entity } from "../model/entity.ts";
import type { FormExtras } from "./form-props.tsx";
import { useForm } from "../controls/model.tsx";
import { findText } from "../entity/labels.ts";
import { fillSentence } from "../entity/sentence.ts";
import type { Stepping } from "./stepping.ts";
import type { FormOperation } from "./use-form-operation.tsx";

interface FooterProps {
  submit: FormOperation;
  stepping: Stepping;
  entity: Entity;
  label?: string | undefined;
  instead?: FormExtras["instead"] | undefined;
  onCancel?: (() => void) | undefined;
  /** Rendered above the buttons. */
  children?: ReactNode;
}
export function Footer({ submit, stepping, entity, label, instead, onCancel, children }: FooterProps) {
  const { t } = useForm().ports;
  const main = useMainLabel({ submit, stepping, entity, label });
  const reviewing = submit.step === "review";
  return (
    <div className="pf-footer">
      {children}
      <span className="pf-keys" aria-hidden>
        {t("form.keys")}
      </span>
      {reviewing && !submit.outcomeUnknown ? (
        <button type="button" className="btn" onClick={submit.back} disabled={submit.sending}>
          {t("form.change")}
        </button>
      ) : (
        <BackButtons submit={submit} stepping={stepping} onCancel={onCancel} />
      )}
      {/* Not `disabled`, because the button must keep the focus until the response arrives. */}
      <button
        type="button"
        className="btn"
        data-main
        aria-disabled={(instead ? !instead.act : submit.coolingDown) || submit.sending || undefined}
        aria-busy={submit.sending || undefined}
        onClick={instead ? instead.act : reviewing || submit.outcomeUnknown ? submit.confirm : submit.submit}
      >
        {submit.sending ? t("form.sending") : (instead?.label ?? main)}
      </button>
    </div>
  );
}

type LabelInput = Pick<FooterProps, "submit" | "stepping" | "entity" | "label">;

/** Returns the label of the button that submits. In a review it names the action as the schema does (`x-form.confirm`). */
function useMainLabel({ submit, stepping, entity, label }: LabelInput): string {
  const { ports, store } = useForm();
  const { t, lang } = ports;
  const { frozen } = submit;
  if (submit.outcomeUnknown) return t("form.askAgain");
  const own = label ?? findText(entity, "form.submit", lang) ?? t("form.submit");
  if (submit.step === "review") {
    const row = { ...store.record(), ...frozen };
    return t("form.confirm", {
      action: fillSentence(entity, "form.confirm", { row, lang }) ?? own,
    });
  }
  if (!stepping.last) return t("form.nextStep");
  return entity.form.review ? t("form.next") : own;
}

/** Buttons to leave the form or return to the previous step. */
function BackButtons({ submit, stepping, onCancel }: Pick<FooterProps, "submit" | "stepping" | "onCancel">) {
  const { t } = useForm().ports;
  const before = stepping.open[stepping.at - 1];
  return (
    <>
      {onCancel && (
        <button type="button" className="btn" onClick={onCancel} disabled={submit.sending}>
          {t("form.cancel")}
        </button>
      )}
      {before && !submit.outcomeUnknown && (
        <button type="button" className="btn" onClick={() => submit.toStep(before.id)} disabled={submit.sending}>
          {t("form.previousStep")}
        </button>
      )}
    </>
  );
}
