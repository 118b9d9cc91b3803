import { findingMessages } from "../schema/finding-messages.ts";
import { defineKeyword } from "../schema/keyword.ts";

/** `x-formerly`: earlier names of the field, whose stored values a migration moves to the field. */
export const formerly = defineKeyword({
  name: "x-formerly",
  on: ["field"],
  schema: { $ref: "#/$defs/paths", minItems: 1 },
  doc: {
    zh: "这个字段以前的名称（路径），最近的在前：改名或移入嵌套对象后，portolan migrate 把已保存的值搬到新名称下，加密的重新加密。请一直保留，这样更早的数据也能打开。",
    en: "Earlier names (paths) of the field, the latest first. After a field was renamed or moved into a nested object, `portolan migrate` moves stored values to its name, and seals secrets again. Keep it, so that older databases open as well.",
  },
  field(keyword, { plan, entity, inRow }) {
    if (inRow || entity.plan.source === "call")
      return entity.report(keyword.location("key"), "former-name", findingMessages.formerlyOfRecord(plan.name));
    for (const item of keyword.items()) {
      const former = item.string();
      const other = entity.plan.fields.find(
        (field) => field.name === former || (field !== plan && field.formerly?.includes(former)),
      );
      if (other) entity.report(item.location(), "former-name", findingMessages.formerlyTaken(former, other.name));
    }
    plan.formerly = keyword.strings();
  },
  compare: null,
  explain: null,
  examples: {
    good: [{ value: ["heading"] }, { value: ["address.town", "town"] }],
    bad: [
      { value: [], rule: "bad-value" },
      { value: "heading", rule: "bad-value" },
      { value: ["title"], rule: "former-name" },
    ],
  },
});
