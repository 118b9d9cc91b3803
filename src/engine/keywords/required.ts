import { refs } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareMember } from "../schema/comparison.ts";
import { explainWhen } from "../schema/explanation.ts";

const comparison = compareMember("required", {
  keyword: "required",
  words: { zh: "必填", en: "required" },
  added: "breaking/info",
  removed: "info/warning",
});

/** `required`: fields that must be filled. `compile/fields.ts` reads it along with the fields. */
export const required = defineKeyword({
  name: "required",
  on: ["entity", "request", "rows", "field"],
  types: ["object"],
  schema: refs.names,
  doc: {
    zh: "必填字段。视情况必填的用 x-require；由服务器填写的（readOnly）不写在这里；服务器自己得出各行的实体（来源不是 store、data）除外，在那里它表示每一行都有的字段。写在嵌套对象里：对象必填时一定要填；否则其中填了任何一个字段就要填。",
    en: "Fields that must be filled. Fields that are required only under a condition belong in x-require. Fields that the server fills (readOnly) are not listed, except in an entity whose rows the server computes (source other than store and data), where this lists the fields that every row has. In a nested object: what must be filled, always where the object is required, else once any field of it is filled.",
  },
  compare: {
    *field(change) {
      const tried = change.is.required ? { tried: [undefined] } : {};
      for (const difference of comparison.field(change)) {
        const [name = "", keyword = ""] = difference.path.slice(-2);
        yield { ...difference, ...tried, path: [...difference.path.slice(0, -3), keyword, name] };
      }
    },
  },
  explain: explainWhen(
    ({ field }) => field.required,
    "value",
    () => ({ zh: "必填", en: "must be filled" }),
  ),
  examples: {
    good: [{ value: ["title"] }],
    bad: [
      { value: ["titel"], rule: "unknown-field", suggestion: "title" },
      { value: ["title", "title"], rule: "bad-value" },
      { value: ["orderNo"], rule: "required-read-only" },
    ],
  },
});
