import { defineKeyword } from "../schema/keyword.ts";

/** The word `x-show`. */
export const show = defineKeyword({
  name: "x-show",
  on: ["entity", "request"],
  schema: { type: "object", additionalProperties: { $ref: "#/$defs/cel" } },
  doc: {
    zh: "字段何时显示（字段到 CEL）。不显示的不检查、不发送，草稿保留其值；无法判断时不显示。",
    en: "When a field shows (field to CEL). Hidden is not checked and not sent, its draft stays; unknown counts as no.",
  },
  entity(word, draft) {
    for (const [name, source] of word?.entries() ?? []) {
      const field = draft.plan.fields.find((one) => one.name === name);
      if (!field)
        draft.unknown(
          source.place("key"),
          "field",
          name,
          draft.plan.fields.map((one) => one.name),
        );
      const expression = draft.expression(source, "bool");
      if (field && expression) draft.plan.show.push({ field: name, expression });
    }
  },
  examples: {
    good: [{ value: { city: "has(self.title)" } }],
    bad: [
      { value: { citi: "has(self.title)" }, rule: "unknown-field", suggestion: "city" },
      { value: { city: "has(self.titel)" }, rule: "bad-expression", suggestion: "title" },
      { value: { city: "self.title" }, rule: "bad-expression" },
      { value: { city: true }, rule: "bad-value" },
    ],
  },
});
