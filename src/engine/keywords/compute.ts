import { findingMessages } from "../schema/finding-messages.ts";
import { defineKeyword } from "../schema/keyword.ts";

/**
 * `x-compute`: computes the value from other fields. The server computes it again and rejects a call whose confirmed
 * value differs.
 */
export const compute = defineKeyword({
  name: "x-compute",
  on: ["field"],
  schema: { $ref: "#/$defs/cel" },
  doc: {
    zh: "计算得出的值（CEL），必须同时是 readOnly。表单中即时显示，提交时由服务器重算；与确认时不同则拒绝。列表的行里本行是 row。",
    en: "A computed value (CEL); the field is also readOnly. The form shows it live, the server computes it again; if it then differs from what was confirmed, the call is refused. In the rows of a list the row is `row`.",
  },
  field(keyword, { plan, entity, logic }) {
    if (!plan.readOnly)
      entity.report(keyword.location("key"), "computed-not-read-only", findingMessages.computedWritable(plan.name));
    entity.later(() => {
      const expression = logic.expression(keyword, entity.kind(plan.kind).celType);
      if (expression) plan.compute = expression;
    });
  },
  examples: {
    good: [
      {
        value: "round(self.amount * decimal('0.001'), 'USD')",
        with: { format: "decimal", "x-currency": "USD", readOnly: true },
      },
    ],
    bad: [
      {
        value: "self.amout * 2",
        with: { format: "decimal", "x-currency": "USD", readOnly: true },
        rule: "bad-expression",
        suggestion: "amount",
      },
      { value: "self.amount * 2", with: { format: "decimal", "x-currency": "USD" }, rule: "computed-not-read-only" },
      { value: "self.amount", with: { readOnly: true }, rule: "bad-expression" },
      {
        value: "self.tested * 2",
        with: { format: "decimal", "x-currency": "USD", readOnly: true },
        rule: "computed-circle",
      },
    ],
  },
});
