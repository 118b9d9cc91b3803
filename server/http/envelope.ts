/** Bodies of every JSON answer, and the words of refusals. */
import type { Envelope, FieldError } from "../../src/contract/envelope.ts";
import { SUCCESS_CODE } from "../../src/contract/envelope.ts";
import { failures, type FailureName } from "../../src/contract/failures.ts";
import { fill, type Lang } from "../../src/engine/index.ts";
import en from "../../locales/en/failures.json";
import zh from "../../locales/zh/failures.json";

const words: Record<Lang, Record<string, string>> = { zh, en };
const SUCCESS: Record<Lang, string> = { zh: "成功", en: "Success" };

/** Refusals of our own that end with what became of the money. The specified messages stay as they are written. */
const SAY_MONEY: ReadonlySet<FailureName> = new Set([
  "invalid",
  "proofMissing",
  "proofWrong",
  "payPasswordWrong",
  "figuresChanged",
  "limitReached",
]);
const BETWEEN: Record<Lang, string> = { zh: "", en: " " };

/** The sentence for a failure, `{name}` replaced from `params`. `debited`: the refused call would have debited, and its rollback proves that it did not. */
export function failureText(
  failure: FailureName,
  lang: Lang,
  params: Record<string, string | number> = {},
  debited = false,
): string {
  const text = fill(words[lang][failure] ?? failure, params);
  return debited && SAY_MONEY.has(failure) ? `${text}${BETWEEN[lang]}${words[lang]["nothingDebited"]}` : text;
}

export function success(map: Record<string, unknown>, lang: Lang, traceId: string): Envelope {
  return { code: SUCCESS_CODE, message: SUCCESS[lang], map, traceId };
}

/** A refusal: `status` is the HTTP status that goes with it. `map` holds the params, and for field errors `errors`. */
export function refusal(
  failure: FailureName,
  lang: Lang,
  traceId: string,
  params: Record<string, string | number> = {},
  errors: FieldError[] = [],
  debited = false,
): { status: number; body: Envelope } {
  const { code, http } = failures[failure];
  const map = errors.length > 0 ? { ...params, errors } : { ...params };
  return { status: http, body: { code, message: failureText(failure, lang, params, debited), map, traceId } };
}
