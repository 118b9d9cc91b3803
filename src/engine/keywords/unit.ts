import { buildObject, nonEmpty } from "../schema/meta-parts.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { Json } from "../schema/json.ts";
import type { Parts } from "../schema/dialect.ts";
import { defineKeyword, type Keyword } from "../schema/keyword.ts";
import { compareMember } from "../schema/comparison.ts";

const listTexts = ({ languages }: Parts) => Object.fromEntries(languages.map((lang) => [lang, nonEmpty]));

/** Creates `x-unit`: the unit of an integer, or the noun with which an entity's records are counted. */
export const createUnit = (parts: Parts): Keyword =>
  defineKeyword({
    name: "x-unit",
    on: ["field", "entity"],
    types: ["integer"],
    schema: buildObject({ ...listTexts(parts), one: nonEmpty }, [...parts.languages]),
    doc: {
      zh: "数的是什么。实体的：列表里“共 424 笔付款”中的量词和名词（zh），英文写复数（en）和单数（one）。整数字段的：写在输入框旁、列表和详情的数字后，以及导出的表头里。",
      en: "What is counted. Of an entity: the noun of its counts, as in `424 payments`; the Chinese has its measure word, `one` is the English singular. Of a whole number: shown beside its input, after the number in lists and details, and in the header of exports.",
    },
    field(keyword, draft) {
      draft.plan.unit = true;
      storeUnit(draft.entity, `field.${draft.path}.unit`, keyword);
    },
    entity(keyword, draft) {
      if (keyword) storeUnit(draft, "unit", keyword);
      draft.defaultText("unit", { zh: "条", en: "records" });
      // Without a number, the noun of a language with measure words, such as Chinese, has none.
      draft.copyText("noun", (lang) => (hasSingular(lang) ? "unit" : "label"));
    },
    compare: compareMember("unit"),
    explain: null,
    examples: {
      good: [
        { value: { zh: "字节", en: "bytes" }, with: { type: "integer" } },
        { value: { zh: "张", en: "cards", one: "card" }, with: { type: "integer" } },
      ],
      bad: [
        { value: { zh: "张" }, with: { type: "integer" }, rule: "missing-language" },
        {
          value: { zh: "张", en: "cards", ones: "card" },
          with: { type: "integer" },
          rule: "unknown-keyword",
          suggestion: "one",
        },
        { value: "cards", with: { type: "integer" }, rule: "bad-value" },
      ],
    },
  });

/** Returns whether a language has a form of its own for one item, by CLDR's plural rules. */
const hasSingular = (lang: string) => new Intl.PluralRules(lang).resolvedOptions().pluralCategories.includes("one");

/** Stores the texts of a unit: `key` in every language, and `key_one` for the singular if there is one. */
function storeUnit(draft: EntityDraft, key: string, keyword: Json): void {
  draft.text(key, keyword);
  const item = keyword.get("one")?.value;
  if (typeof item !== "string") return;
  for (const lang of draft.dialect.languages) if (hasSingular(lang)) draft.texts[lang][`${key}_one`] = item;
}
