import type { FailureName } from "../../src/contract/failures.ts";
import { interpolate, pickText, type EngineTexts, type Lang } from "@portolan/engine";
import { fillConstants } from "./fill-constants.ts";
import en from "../../locales/en/failures.json";
import zh from "../../locales/zh/failures.json";

const texts: EngineTexts<Record<string, string>> = { zh, en };

/** Failures whose message adds that nothing was debited, if the refused call would have debited an account. */
const SAY_MONEY: ReadonlySet<FailureName> = new Set([
  "invalid",
  "proofMissing",
  "proofWrong",
  "payPasswordWrong",
  "figuresChanged",
  "limitReached",
]);
const BETWEEN: EngineTexts = { zh: "", en: " " };

/**
 * Returns the message of a failure with its placeholders replaced. `debited`: whether the call would have debited an
 * account if it had not been refused, so that the messages of `SAY_MONEY` add that nothing was debited.
 */
export function formatFailure(
  failure: FailureName,
  lang: Lang,
  params: Record<string, string | number> = {},
  debited = false,
): string {
  const words = pickText(texts, lang);
  const text = interpolate(fillConstants(words[failure] ?? failure), params);
  return debited && SAY_MONEY.has(failure) ? `${text}${pickText(BETWEEN, lang)}${words["nothingDebited"]}` : text;
}
