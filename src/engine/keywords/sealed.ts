import type { FieldDraft } from "../schema/field-draft.ts";
import type { Json } from "../schema/json.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareMember } from "../schema/comparison.ts";

/**
 * Reports a write-only field that would be stored in plain text, because it is neither sealed nor local.
 * @example
 * const seal = defineKeyword({ ...example, field: (keyword, fieldDraft) => refuseUnsealed(fieldDraft, keyword) });
 */
export function refuseUnsealed({ entity, plan }: FieldDraft, keyword: Json): void {
  entity.later(() => {
    if (entity.plan.source !== "store" || plan.sealed || plan.local) return;
    entity.report(keyword.location("key"), "stored-in-clear", findingMessages.storedInClear(plan.name), "x-sealed");
  });
}

/** `x-sealed`: a secret that is stored encrypted and never returned, such as a partner's key. */
export const sealed = defineKeyword({
  name: "x-sealed",
  on: ["field"],
  types: ["string"],
  schema: { const: true },
  doc: {
    zh: "加密保存的密文，例如对接密钥；必须同时写 writeOnly，不能用于计算、去重和导入。修改记录时，留空保持不变，填写则替换，非必填的可以删除。",
    en: "A secret that is stored encrypted, such as a partner's key. It is `writeOnly` too; no rule computes with it, no two records are compared by it, and no file brings it. When a record is changed, an empty input keeps it, a text replaces it, and one that is not required can be removed.",
  },
  field(keyword, { plan, entity }) {
    plan.sealed = true;
    const location = keyword.location("key");
    if (plan.unique) entity.report(location, "sealed-unique", findingMessages.sealedUnique(plan.name));
    entity.later(() => {
      // A keyword read later may still make the field write-only.
      if (plan.schema["writeOnly"] !== true)
        entity.report(location, "sealed-readable", findingMessages.sealedReadable(plan.name));
      const reader = entity.plan.fields.find(({ compute }) => compute?.reads.includes(`self.${plan.name}`));
      if (reader) entity.report(location, "sealed-read", findingMessages.sealedRead(reader.name, plan.name));
      if (entity.plan.list.import?.fields.includes(plan.name))
        entity.report(location, "sealed-import", findingMessages.sealedImport(plan.name));
    });
  },
  compare: compareMember("sealed", {
    words: { zh: "加密保存", en: "stored encrypted" },
    added: "none/breaking",
    removed: "none/warning",
    risk: ["exposure-widened", ({ was, is }) => was.sealed === true && !is.sealed],
  }),
  explain: null,
  examples: {
    good: [{ value: true, with: { writeOnly: true } }],
    bad: [
      { value: false, rule: "bad-value" },
      { value: true, rule: "sealed-readable" },
      { value: true, with: { writeOnly: true, "x-unique": true }, rule: "sealed-unique" },
    ],
  },
});
