import { buildList } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { isSame, subtract, type Difference, type FieldPair } from "../schema/comparison.ts";
import type { FieldPlan, JsonSchema } from "../model/entity.ts";

/** `enum`: the valid values. Values that need labels use `x-options` instead. */
export const enumKeyword = defineKeyword({
  name: "enum",
  on: ["field"],
  schema: buildList({ type: ["string", "integer", "boolean"] }, { uniqueItems: true }),
  standard: true,
  doc: {
    zh: "只允许这些值。需要显示文字时改用 x-options。",
    en: "Only these values. Where they need words to show, use x-options instead.",
  },
  compare: { field: compareChoices },
  explain: null,
  examples: {
    good: [{ value: ["SHA", "OUR"] }],
    bad: [
      { value: [], rule: "bad-value" },
      { value: "SHA", rule: "bad-value" },
    ],
  },
});

const listChoices = ({ schema }: FieldPlan): unknown[] | undefined =>
  (schema.enum ?? (schema.items as JsonSchema | undefined)?.enum) as unknown[] | undefined;

const getTone = ({ options }: FieldPlan, value: unknown) =>
  options && "values" in options ? options.values.find((item) => item.value === value)?.tone : undefined;

/** Compares the values of a field, also those of `x-options`. Those of a status are compared with the lifecycle. */
function* compareChoices(change: FieldPair): Generator<Difference> {
  const [was, is] = [listChoices(change.was), listChoices(change.is)];
  const { record, path } = change;
  if (!was || !is || isSame([was, change.was.options], [is, change.is.options])) return;
  if (record.is.lifecycle?.field === path) return;
  const place = (value: unknown) => [change.is.options ? "x-options" : "enum", String(value)];
  const name = (value: unknown) => record.text(`option.${path}.${String(value)}`, String(value));
  for (const value of subtract(was, is))
    yield change.report(
      place(value),
      "choice-removed",
      "breaking/info",
      {
        zh: `不能再选 ${String(value)}（${name(value).zh}）`,
        en: `${String(value)} (${name(value).en}) cannot be chosen any more`,
      },
      { tried: [value, [value]], removed: String(value) },
    );
  for (const value of is) {
    if (!was.includes(value))
      yield change.report(place(value), "choice-added", "info/warning", {
        zh: `新增选项 ${String(value)}（${name(value).zh}）；读取方须认识它`,
        en: `${String(value)} (${name(value).en}) can be chosen too; readers must know it`,
      });
    else if (getTone(change.was, value) !== getTone(change.is, value))
      yield change.report(place(value), "tone-changed", "none/none", {
        zh: `选项 ${String(value)} 换颜色`,
        en: `${String(value)} has another colour`,
      });
  }
}
