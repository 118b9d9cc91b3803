import type { FieldPlan } from "../model/entity.ts";
import type { FieldDraft } from "./field-draft.ts";
import { findingMessages } from "./finding-messages.ts";
import type { Json } from "./json.ts";

/** Returns the format of a field's value, or an empty string when it has none. */
const readFormat = ({ schema: { format } }: FieldPlan): string => (typeof format === "string" ? format : "");

/** Reports a limit that is not a valid value of the field's format, and a limit of a format without an order. */
export function checkLimit(keyword: Json, { plan, entity }: FieldDraft): void {
  const name = readFormat(plan);
  const format = entity.dialect.formats[name];
  if (!format?.compare)
    entity.report(keyword.location("key"), "bad-limit", findingMessages.noOrder(String(keyword.keyNode?.value)));
  else if (!format.validate(keyword.string()))
    entity.report(keyword.location(), "bad-limit", findingMessages.limitOfFormat(keyword.string(), name));
}

/** Reports a `const` whose type or format differs from the field's, so that no value could be valid. */
export function checkConst(keyword: Json, { plan, entity }: FieldDraft): void {
  const { value } = keyword;
  const type = String(plan.schema.type);
  const given = Number.isInteger(value) ? "integer" : typeof value;
  if (given !== type)
    return entity.report(keyword.location(), "bad-limit", findingMessages.limitOfType(String(value), type));
  const name = readFormat(plan);
  if (typeof value === "string" && entity.dialect.formats[name]?.validate(value) === false)
    entity.report(keyword.location(), "bad-limit", findingMessages.limitOfFormat(value, name));
}

/** Pairs of limits. The third member states whether a value equal to both is valid. */
const RANGES = [
  ["minLength", "maxLength", true],
  ["minItems", "maxItems", true],
  ["minimum", "maximum", true],
  ["exclusiveMinimum", "maximum", false],
  ["minimum", "exclusiveMaximum", false],
  ["exclusiveMinimum", "exclusiveMaximum", false],
  ["formatMinimum", "formatMaximum", true],
  ["formatExclusiveMinimum", "formatMaximum", false],
  ["formatMinimum", "formatExclusiveMaximum", false],
  ["formatExclusiveMinimum", "formatExclusiveMaximum", false],
] as const;

/** Reports a pair of limits that no value can satisfy. */
export function checkRange({ plan, keywords, entity }: FieldDraft): void {
  const compare = entity.dialect.formats[readFormat(plan)]?.compare;
  for (const [least, greatest, inclusive] of RANGES) {
    const [low, high] = [keywords.get(least), keywords.get(greatest)];
    if (!low || !high) continue;
    const order =
      typeof low.value === "number" ? low.value - high.integer() : (compare?.(low.string(), high.string()) ?? -1);
    if (order > 0 || (order === 0 && !inclusive))
      entity.report(
        high.location(),
        "empty-range",
        order === 0
          ? findingMessages.emptyBetween(least, greatest, String(high.value))
          : findingMessages.emptyRange(least, String(low.value), greatest, String(high.value)),
      );
  }
}
