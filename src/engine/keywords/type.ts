import { defineKeyword } from "../schema/keyword.ts";
import { createReach } from "../schema/explanation.ts";
import type { FieldPlan } from "../model/entity.ts";
import type { Runtime } from "../model/dialect.ts";

/** `type`: JSON type of the value. Fractions are strings, since JSON numbers would be rounded. */
export const type = defineKeyword({
  name: "type",
  on: ["field"],
  schema: { enum: ["string", "integer", "boolean", "array", "object"] },
  standard: true,
  doc: {
    zh: "值的 JSON 类型。金额、日期、编号都是 string；没有 number，小数一律用字符串，避免误差。object 是嵌套对象，字段写在 properties 里。",
    en: "JSON type of the value. Amounts, dates and identifiers are strings; there is no number: fractions are strings, so nothing is rounded unseen. An `object` nests fields, which are defined in its `properties`.",
  },
  compare: {
    *field(change) {
      const { dialect } = change.record;
      const [was, is] = [describeType(dialect, change.was), describeType(dialect, change.is)];
      if (was !== is)
        yield change.report(
          "type",
          "type-changed",
          "breaking/breaking",
          { zh: `类型由 ${was} 改为 ${is}`, en: `of type ${is} instead of ${was}` },
          { removed: change.path },
        );
    },
  },
  explain: ({ field: { kind } }) => [createReach("value", { zh: kind, en: kind })],
  examples: {
    good: [{ value: "string" }, { value: "integer" }, { value: "boolean" }],
    bad: [
      { value: "strng", rule: "bad-value", suggestion: "string" },
      { value: "number", rule: "bad-value" },
    ],
  },
});

/** Returns the JSON type and the column type, on which code and storage depend. */
const describeType = (dialect: Runtime, { kind, schema, items, item }: FieldPlan): string =>
  items
    ? "list of rows"
    : item
      ? `list of ${describeType(dialect, item)}`
      : `${String(schema.type)} (${dialect.kind(kind).column})`;
