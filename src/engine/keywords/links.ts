import { buildList, buildObject, refs } from "../schema/meta-parts.ts";
import { lifecycleMessages } from "../lifecycle/finding-messages.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { Json } from "../schema/json.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareLayout } from "../schema/comparison.ts";
import { createReach } from "../schema/explanation.ts";

/** `x-links`: buttons on a record that lead to another page. */
export const links = defineKeyword({
  name: "x-links",
  on: ["entity"],
  schema: buildList(
    buildObject(
      {
        id: refs.name,
        label: refs.text,
        to: { type: "string", pattern: "^/" },
        when: refs.cel,
        fixes: refs.name,
        main: { const: true },
      },
      ["id", "label", "to"],
    ),
  ),
  doc: {
    zh: "记录上通往其他页面的按钮：to 是地址，{字段} 换成记录的值；目标表单会用地址中与其字段同名的参数预先填写。when 何时出现，fixes（一个 x-ref 字段）：记录失败、且原因与该字段或它的 copies 有关时才出现，main：记录上最主要的按钮。",
    en: "Buttons on a record that lead to another page: `to` is its address with `{field}` for the record's values; a form there begins with the parameters named like its fields. `when` it shows; `fixes` (a field with `x-ref`): it shows only on a failed record whose reason is about that field or its `copies`; `main`: the record's foremost button.",
  },
  entity(keyword, draft) {
    if (!keyword) return;
    const names = draft.plan.fields.map((field) => field.name);
    draft.plan.links = keyword.items().map((item) => {
      const [id, to, source] = [item.member("id").string(), item.member("to"), item.get("when")];
      for (const { 1: name = "", index } of to.string().matchAll(/\{([\w.]+)\}/g)) {
        if (!names.includes(name))
          draft.reportUnknown(to.location({ from: index + 1, to: index + 1 + name.length }), "field", name, names);
      }
      draft.text(`link.${id}`, item.get("label"));
      const when = source && draft.expression(source, "bool");
      const fixes = readFixes(item.get("fixes"), draft);
      return {
        id,
        to: to.string(),
        ...(when ? { when } : {}),
        ...(fixes ? { fixes } : {}),
        ...(item.get("main") && { main: true }),
      };
    });
  },
  compare: compareLayout(
    "x-links",
    ({ links: all, actions }) => [all, actions],
    { zh: "按钮与链接改了", en: "its buttons and links have changed" },
    "info/none",
  ),
  *explain({ plan, top }) {
    for (const { to } of plan.links ?? [])
      if (to.includes(`{${top.name}}`)) yield createReach("link", { zh: `按钮链接 ${to}`, en: `the link ${to}` });
  },
  examples: {
    good: [
      {
        value: [
          {
            id: "again",
            label: { zh: "再来一笔", en: "Once more" },
            to: "/sample?title={title}",
            when: "has(self.title)",
            main: true,
          },
        ],
      },
    ],
    bad: [
      {
        value: [{ id: "again", label: { zh: "再来一笔", en: "Once more" }, to: "/sample?title={titel}" }],
        rule: "unknown-field",
        suggestion: "title",
      },
      {
        value: [{ id: "fix", label: { zh: "修改城市", en: "Edit the city" }, to: "/sample", fixes: "title" }],
        rule: "not-reference",
      },
      { value: [{ id: "again", label: { zh: "再来一笔", en: "Once more" }, to: "sample" }], rule: "bad-value" },
      { value: [{ id: "again", label: { zh: "再来一笔" }, to: "/sample" }], rule: "missing-language" },
    ],
  },
});

/** Returns the names of a reference and of the fields that it copies. Reports a field that is no reference. */
function readFixes(keyword: Json | undefined, draft: EntityDraft): string[] | undefined {
  const field = keyword && draft.field(keyword);
  if (!keyword || !field) return undefined;
  if (!field.ref) draft.report(keyword.location(), "not-reference", lifecycleMessages.notReference(field.name));
  return [field.name, ...Object.keys(field.ref?.copies ?? {})];
}
