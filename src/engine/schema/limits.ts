import type { FieldPlan } from "../model/entity.ts";
import type { FieldDraft } from "./field-draft.ts";
import { findingWords } from "./finding-words.ts";
import type { Json } from "./json.ts";

/** Returns the format of a field's value; empty when it has none. */
const readFormat = ({ schema: { format } }: FieldPlan): string => (typeof format === "string" ? format : "");

/** Reports a limit that is no value of the field's format, and one of a format without an order. */
export function checkLimit(word: Json, { plan, entity }: FieldDraft): void {
  const name = readFormat(plan);
  const format = entity.dialect.formats[name];
  if (!format?.compare)
    entity.report(word.place("key"), "bad-limit", findingWords.noOrder(String(word.keyNode?.value)));
  else if (!format.validate(word.string()))
    entity.report(word.place(), "bad-limit", findingWords.limitOfFormat(word.string(), name));
}

const RANGES = [
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minimum", "maximum"],
  ["formatMinimum", "formatMaximum"],
] as const;

/** Reports a least value over the greatest: no value would pass. */
export function checkRange({ plan, words, entity }: FieldDraft): void {
  const compare = entity.dialect.formats[readFormat(plan)]?.compare;
  for (const [least, greatest] of RANGES) {
    const [low, high] = [words.get(least), words.get(greatest)];
    if (!low || !high) continue;
    const over =
      typeof low.value === "number" ? low.value > high.integer() : (compare?.(low.string(), high.string()) ?? 0) > 0;
    if (over)
      entity.report(
        high.place(),
        "empty-range",
        findingWords.emptyRange(least, String(low.value), greatest, String(high.value)),
      );
  }
}
