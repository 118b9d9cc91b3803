import { buildList, buildObject, refs } from "../schema/meta-parts.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { DetailPlan } from "../model/entity.ts";
import type { Json } from "../schema/json.ts";
import { readRelation } from "../schema/read-relation.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareLayout } from "../schema/comparison.ts";
import { createReach, findText } from "../schema/explanation.ts";

/**
 * `x-detail`: sections of the detail view and related records. Defaults to the form's sections, preceded by the fields
 * that the form lacks.
 */
export const detail = defineKeyword({
  name: "x-detail",
  on: ["entity"],
  schema: buildObject(
    {
      sections: buildList(
        buildObject(
          {
            id: refs.name,
            label: refs.text,
            fields: refs.paths,
            copy: { const: true },
            sum: { const: true },
          },
          ["id", "label", "fields"],
        ),
      ),
      related: buildList(
        buildObject(
          {
            id: refs.name,
            label: refs.text,
            counted: refs.text,
            entity: refs.name,
            where: refs.fieldMap,
          },
          ["id", "label", "entity", "where"],
        ),
      ),
    },
    ["sections"],
  ),
  doc: {
    zh: "详情的分组；copy 的分组逐行可复制，也可整组复制；sum 的分组写成一道算式：第一项减去其余各项，等于最后一项，为零的不写，最后一项未定时逐行显示。related 是下方的相关记录：entity 哪一类，where 对方字段到本表字段，counted 是知道条数时的标题（{count} 条数，{unit} 对方的量词）。省略时：先是表单里没有的字段，再按表单的分组。",
    en: "Sections of the detail view; lines of one with `copy` can be copied each or all together; one with `sum` is written as the first field less the others equals the last, without zeros, and line by line while the last is unknown. `related`: other records listed below it, of `entity`, whose fields equal ours as `where` says (their field to ours); `counted`: their title once their number is known (`{count}`, and `{unit}` of the other entity). Left out: first the fields that the form does not have, then the form's sections.",
  },
  entity(keyword, draft) {
    const { plan } = draft;
    if (keyword) {
      plan.detail = {
        sections: keyword
          .member("sections")
          .items()
          .map((section) => {
            const id = section.member("id").string();
            draft.text(`section.${id}`, section.get("label"));
            return {
              id,
              fields: draft.fieldNames(section.member("fields").items()),
              ...(section.get("copy") ? { copy: true } : {}),
              ...(section.get("sum") ? { sum: true } : {}),
            };
          }),
        ...readRelated(keyword.get("related"), draft),
      };
      return;
    }
    const shown = new Set(plan.fields.filter((field) => !field.writeOnly && !field.local).map((field) => field.name));
    const form = plan.form.sections
      .map(({ id, rows }) => ({ id, fields: rows.flat().filter((name) => shown.has(name)) }))
      .filter(({ fields }) => fields.length > 0);
    const rest = [...shown].filter((name) => !form.some(({ fields }) => fields.includes(name)));
    const main = form.find(({ id }) => id === "main");
    if (main) main.fields.unshift(...rest);
    else if (rest.length > 0) form.unshift({ id: "main", fields: rest });
    plan.detail = { sections: form };
    draft.copyText("section.main", () => "label");
  },
  compare: compareLayout("x-detail", ({ detail: plan }) => [plan], {
    zh: "详情的排列改了",
    en: "the layout of the detail has changed",
  }),
  *explain(at) {
    const { plan, top, entities } = at;
    const section = plan.detail.sections.find(({ fields }) => fields.includes(top.name));
    if (section && plan.source !== "call") {
      const { zh, en } = findText(at, `section.${section.id}`, section.id);
      yield createReach("detail", { zh: `详情“${zh}”`, en: `detail "${en}"` });
    }
    for (const { name, detail: other } of entities)
      for (const { entity, where } of other.related ?? [])
        if (entity === plan.name && top.name in where)
          yield createReach("related", { zh: `${name} 详情下的列表`, en: `the lists below the detail of ${name}` });
  },
  examples: {
    good: [
      {
        value: {
          sections: [{ id: "order", label: { zh: "订单", en: "Order" }, fields: ["orderNo"], copy: true }],
          related: [
            { id: "cities", label: { zh: "城市", en: "Cities" }, entity: "sampleCity", where: { name: "title" } },
          ],
        },
      },
      { value: { sections: [{ id: "order", label: { zh: "订单", en: "Order" }, fields: ["orderNo", "title"] }] } },
      { value: { sections: [{ id: "money", label: { zh: "金额", en: "Money" }, fields: ["amount"], sum: true }] } },
    ],
    bad: [
      {
        value: {
          sections: [{ id: "order", label: { zh: "订单", en: "Order" }, fields: ["orderNo"] }],
          related: [
            { id: "cities", label: { zh: "城市", en: "Cities" }, entity: "sampleCitty", where: { name: "title" } },
          ],
        },
        rule: "unknown-entity",
        suggestion: "sampleCity",
      },
      {
        value: {
          sections: [{ id: "order", label: { zh: "订单", en: "Order" }, fields: ["orderNo"] }],
          related: [
            { id: "cities", label: { zh: "城市", en: "Cities" }, entity: "sampleCity", where: { nama: "title" } },
          ],
        },
        rule: "unknown-field",
        suggestion: "name",
      },
      {
        value: {
          sections: [{ id: "order", label: { zh: "订单", en: "Order" }, fields: ["orderNo"] }],
          related: [
            { id: "cities", label: { zh: "城市", en: "Cities" }, entity: "sampleCity", where: { name: "titel" } },
          ],
        },
        rule: "unknown-field",
        suggestion: "title",
      },
      {
        value: { sections: [{ id: "order", label: { zh: "订单", en: "Order" }, fields: ["orderNr"] }] },
        rule: "unknown-field",
        suggestion: "orderNo",
      },
      { value: { sections: [{ id: "order", label: { en: "Order" }, fields: ["orderNo"] }] }, rule: "missing-language" },
      { value: { section: [] }, rule: "unknown-keyword", suggestion: "sections" },
    ],
  },
});

function readRelated(keyword: Json | undefined, draft: EntityDraft): Pick<DetailPlan, "related"> {
  if (!keyword) return {};
  const related = keyword.items().map((item) => {
    const id = item.member("id").string();
    draft.text(`related.${id}`, item.get("label"));
    const { entity, where } = readRelation(item, draft);
    return { id, entity, where };
  });
  return { related };
}
