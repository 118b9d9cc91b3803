/** Builds the envelope of every JSON response. */
import leadsInEnglish from "../../locales/en/leads.json";
import { pickText, SUCCESS_CODE, type EngineTexts, type Envelope, type Lang } from "@portolan/engine";
import { failures } from "../../src/contract/failures.ts";
import type { Failure } from "../core/failure.ts";
import { formatFailure } from "../core/failure-text.ts";

/**
 * Leading sentences for messages that the specification fixes in English. Chinese messages are not fixed and need no
 * leading sentence.
 */
const leads: Partial<Record<Lang, Readonly<Partial<Record<string, string>>>>> = { en: leadsInEnglish };
const SUCCESS: EngineTexts = { zh: "成功", en: "Success" };

export function buildSuccess(map: Record<string, unknown>, lang: Lang, traceId: string): Envelope {
  return { code: SUCCESS_CODE, message: pickText(SUCCESS, lang), map, traceId };
}

/**
 * Returns the envelope of a refusal and its HTTP status. `map` contains the params, any field errors, and the leading
 * sentence if the failure has one.
 */
export function buildRefusal(
  { failure, params = {}, errors = [], debited = false }: Pick<Failure, "failure"> & Partial<Failure>,
  lang: Lang,
  traceId: string,
): { status: number; body: Envelope } {
  const { code, http } = failures[failure];
  const lead = leads[lang]?.[failure];
  const map = { ...params, ...(errors.length > 0 && { errors }), ...(lead !== undefined && { lead }) };
  return { status: http, body: { code, message: formatFailure(failure, lang, params, debited), map, traceId } };
}
