/** Envelopes of every JSON response. */
import type { Envelope, FieldError } from "../../src/contract/envelope.ts";
import { SUCCESS_CODE } from "../../src/contract/envelope.ts";
import { failures, type FailureName } from "../../src/contract/failures.ts";
import type { Lang } from "../../src/engine/index.ts";
import { failureText } from "../core/failure-text.ts";

const SUCCESS: Record<Lang, string> = { zh: "成功", en: "Success" };

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
