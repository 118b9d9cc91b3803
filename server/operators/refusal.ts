import en from "../../locales/en/operator-refusals.json";
import zh from "../../locales/zh/operator-refusals.json";
import type { Lang } from "@portolan/engine";
import { createTexts } from "../core/create-texts.ts";

const getText = createTexts({ en, zh });

/** Why an operator or an operation was refused. */
export type OperatorReason = keyof typeof en;

/**
 * Thrown when an operator, an operation or a desk task is refused. No change is stored then. `about`: the subject that
 * the message names. `message` is in English; `text` returns it in either language.
 */
export class OperatorRefused extends Error {
  override readonly name = "OperatorRefused";
  constructor(
    readonly reason: OperatorReason,
    private readonly about = "",
  ) {
    super(getText("en", reason, { about }));
  }
  text(lang: Lang): string {
    return getText(lang, this.reason, { about: this.about });
  }
}
