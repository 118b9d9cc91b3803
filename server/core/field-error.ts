import type { FieldError } from "../../src/contract/envelope.ts";
import { fill, type Lang } from "../../src/engine/index.ts";
import en from "../../locales/en/field-errors.json";
import zh from "../../locales/zh/field-errors.json";

const words = { zh, en };

/** Key of `locales/<lang>/field-errors.json`. */
export type FieldErrorWord = keyof typeof en;

/** Returns an error of a field that only the server can find. `at` is a JSON pointer; the code is the word itself unless another is given. */
export function createFieldError(
  at: string,
  word: FieldErrorWord,
  lang: Lang,
  { params = {}, code = word }: { params?: FieldError["params"]; code?: string } = {},
): FieldError {
  return { at, code, params, message: fill(words[lang][word], params) };
}
