import { buildMap, refs } from "../schema/meta-parts.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { FieldDraft } from "../schema/field-draft.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import type { Json } from "../schema/json.ts";
import { fieldCodes } from "../entity/messages.ts";
import { kindMessages as kindWords } from "../kinds/messages.ts";
import { defineKeyword } from "../schema/keyword.ts";

/** `x-messages`: the field's own error messages, by keyword or error code. */
export const messages = defineKeyword({
  name: "x-messages",
  on: ["field"],
  schema: buildMap(refs.text, { minProperties: 1, propertyNames: refs.code }),
  doc: {
    zh: "某个词不满足时的提示，例如 formatMinimum；键也可以是 required、类型自己的代码，options（不在参照列表中），或 where（x-ref 的记录目前不能选用），choose（x-ref 有记录可选而未选时，表单用它代替 required）。可以使用 {label} 和 {limit}。",
    en: "The field's own messages by failed keyword, such as `formatMinimum`; a key may also be `required`, a code of the kind, `options` (not in the reference list), `where` (the record of an `x-ref` may not be chosen at present), or `choose` (a form shows it instead of `required` while an `x-ref` has records to choose from). May contain {label} and {limit}.",
  },
  field(keyword, draft) {
    for (const [code, text] of keyword.entries()) {
      checkCode(code, text, draft);
      draft.plan.messages.push(code);
      draft.text(`message.${code}`, text);
      for (const lang of draft.entity.dialect.languages) checkPlaceholders(text.get(lang), draft.entity);
    }
  },
  compare: null,
  explain: null,
  examples: {
    good: [
      { value: { maxLength: { zh: "最多 {limit} 个字", en: "At most {limit} characters" } }, with: { maxLength: 20 } },
    ],
    bad: [
      { value: { maxLength: { zh: "太长" } }, with: { maxLength: 20 }, rule: "missing-language" },
      {
        value: { maxLength: { zh: "最多 {limt} 个字", en: "At most {limit} characters" } },
        with: { maxLength: 20 },
        rule: "unknown-placeholder",
        suggestion: "limit",
      },
      {
        value: { maxLenght: { zh: "太长", en: "Too long" } },
        with: { maxLength: 20 },
        rule: "unknown-code",
        suggestion: "maxLength",
      },
      {
        value: { pattern: { zh: "格式不正确", en: "Not in the right form" } },
        with: { maxLength: 20 },
        rule: "message-unused",
      },
      { value: { where: { zh: "目前不能选用", en: "It may not be chosen at present" } }, rule: "message-unused" },
      { value: { choose: { zh: "请选择收款人", en: "Choose a payee" } }, rule: "message-unused" },
      { value: {}, rule: "bad-value" },
    ],
  },
});

/** The keyword that a field must have to produce an error code, by code. */
const MADE_BY: Readonly<Record<string, string>> = {
  options: "x-options",
  where: "x-ref",
  choose: "x-ref",
  unique: "x-unique",
};
const ALWAYS: ReadonlySet<string> = new Set(["required", "type"]);

/** Reports codes that the field can never produce. */
function checkCode(code: string, text: Json, { plan, keywords, entity }: FieldDraft): void {
  const codes = [kindWords, ...entity.dialect.kinds.map((kind) => kind.messages ?? {})].flatMap(Object.keys);
  if (ALWAYS.has(code) || codes.includes(code)) return;
  const known = [...new Set([...fieldCodes, ...Object.keys(MADE_BY)])];
  // A limit whose constant is invalid has a finding of its own.
  const isMade =
    Object.hasOwn(plan.schema, code) || keywords.has(MADE_BY[code] ?? "") || keywords.get("x-limits")?.get(code);
  if (!known.includes(code)) entity.reportUnknown(text.location("key"), "code", code, [...known, ...codes]);
  else if (!isMade)
    entity.report(text.location("key"), "message-unused", findingMessages.messageUnused(MADE_BY[code] ?? code));
}

/** Reports placeholders other than `{label}` and `{limit}`. */
export function checkPlaceholders(text: Json | undefined, entity: EntityDraft): void {
  if (!text) return;
  for (const { 1: name = "", index } of text.string().matchAll(/\{(\w+)\}/g)) {
    if (!PLACEHOLDERS.includes(name))
      entity.reportUnknown(
        text.location({ from: index, to: index + name.length + 2 }),
        "placeholder",
        name,
        PLACEHOLDERS,
      );
  }
}
const PLACEHOLDERS = ["label", "limit"];
