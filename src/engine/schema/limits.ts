import type { FieldDraft } from "./field-draft.ts";
import { findingWords } from "./finding-words.ts";
import type { Json } from "./json.ts";

/** A limit must be a value of the field's own format, and that format must know an order. */
export function checkLimit(word: Json, { plan, entity }: FieldDraft): void {
  const name = plan.schema.format as string | undefined;
  const format = name === undefined ? undefined : entity.dialect.formats[name];
  if (!format?.compare)
    entity.report(word.place("key"), "bad-limit", findingWords.noOrder(String(word.keyNode?.value)));
  else if (!format.validate(word.value as string))
    entity.report(word.place(), "bad-limit", findingWords.limitOfFormat(String(word.value), String(name)));
}

const RANGES = [
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minimum", "maximum"],
  ["formatMinimum", "formatMaximum"],
] as const;

/** A least value over the greatest would refuse everything. */
export function checkRange({ plan, words, entity }: FieldDraft): void {
  const compare = entity.dialect.formats[plan.schema.format as string]?.compare;
  for (const [least, greatest] of RANGES) {
    const [low, high] = [words.get(least), words.get(greatest)];
    if (!low || !high) continue;
    const over =
      typeof low.value === "number"
        ? low.value > (high.value as number)
        : (compare?.(low.value as string, high.value as string) ?? 0) > 0;
    if (over)
      entity.report(
        high.place(),
        "empty-range",
        findingWords.emptyRange(least, String(low.value), greatest, String(high.value)),
      );
  }
}
