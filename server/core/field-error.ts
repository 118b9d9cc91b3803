import { type FieldError, interpolate, type Lang } from "@portolan/engine";
import en from "../../locales/en/field-errors.json";
import zh from "../../locales/zh/field-errors.json";

const texts = { zh, en };

/** Key of `locales/<lang>/field-errors.json`. */
export type FieldErrorKey = keyof typeof en;

/** Creates a field error that only the server can detect. `at` is a JSON pointer. The code defaults to the key. */
export function createFieldError(
  pointer: string,
  key: FieldErrorKey,
  lang: Lang,
  { params = {}, code = key }: { params?: FieldError["params"]; code?: string } = {},
): FieldError {
  return { at: pointer, code, params, message: interpolate(texts[lang][key], params) };
}
