import { buildList } from "../schema/meta-parts.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { subtract } from "../schema/comparison.ts";

/** `x-aliases`: other names for the field, by which its column is recognised in imported files and pasted text. */
export const aliases = defineKeyword({
  name: "x-aliases",
  on: ["field"],
  schema: buildList({ type: "string", minLength: 2 }, { uniqueItems: true }),
  doc: {
    zh: "这个字段在别处常见的叫法（表格的表头、粘贴的文字里）；导入和粘贴时按它认出来，页面上不显示。",
    en: "Other names of the field in file headers and pasted text. Imports and pasting recognise it by them; no page shows them.",
  },
  field(keyword, { plan, siblings, entity }) {
    // Read-only fields are neither imported nor pasted.
    const rivals = plan.readOnly ? [] : siblings;
    const taken = new Map(
      rivals.flatMap(({ name, readOnly, aliases: others = [] }) =>
        readOnly ? [] : others.map((alias) => [alias.toLowerCase(), name]),
      ),
    );
    for (const item of keyword.items()) {
      const other = taken.get(item.string().toLowerCase());
      if (other !== undefined)
        entity.report(item.location(), "alias-twice", findingMessages.aliasTwice(item.string(), other));
    }
    plan.aliases = keyword.strings();
  },
  compare: {
    *field(change) {
      const { path, was, is, record } = change;
      const isImported = record.was.list.import && record.is.list.import?.fields.includes(path);
      if (!isImported) return;
      const [removed, added] = [
        subtract(was.aliases ?? [], is.aliases ?? []),
        subtract(is.aliases ?? [], was.aliases ?? []),
      ];
      if (removed.length > 0)
        yield change.report("x-aliases", "head-removed", "warning/none", {
          zh: `导入时不再认识表头 ${removed.join("、")}`,
          en: `files headed ${removed.join(", ")} are not understood by themselves any more`,
        });
      if (added.length > 0)
        yield change.report("x-aliases", "head-added", "info/none", {
          zh: `导入时也认识表头 ${added.join("、")}`,
          en: `files headed ${added.join(", ")} are understood too`,
        });
    },
  },
  explain: null,
  examples: {
    good: [{ value: ["卡号", "Card number"] }],
    bad: [
      { value: [], rule: "bad-value" },
      { value: "卡号", rule: "bad-value" },
      { value: ["卡号", "卡号"], rule: "bad-value" },
    ],
  },
});
