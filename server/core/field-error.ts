import type { FieldError } from "../../src/contract/envelope.ts";
import { fill, type Lang } from "../../src/engine/index.ts";
import en from "../../locales/en/field-errors.json";
import zh from "../../locales/zh/field-errors.json";

const words = { zh, en };

/** What the server alone can find wrong with a field: `at` is a JSON pointer, `word` a line of `locales/<lang>/field-errors.json`, and the code where none is given. */
export function fieldError(
  at: string,
  word: keyof typeof en,
  lang: Lang,
  params: FieldError["params"] = {},
  code: string = word,
): FieldError {
  return { at, code, params, message: fill(words[lang][word], params) };
}
