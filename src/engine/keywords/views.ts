import { buildMap, refs } from "../schema/meta-parts.ts";
import type { JsonSchema } from "../model/entity.ts";
import { PAGE_PARTS, type ViewPlan } from "../model/views.ts";
import type { Parts } from "../schema/dialect.ts";
import type { EntityDraft } from "../schema/draft.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import type { Json } from "../schema/json.ts";
import { defineKeyword, type Keyword } from "../schema/keyword.ts";
import { ViewDraft, type ViewType } from "../schema/view-type.ts";
import { compareLayout } from "../schema/comparison.ts";

/** Returns the schema of a view, which depends on its `type`, or false when the dialect has no view types. */
const buildViewSchema = (views: readonly ViewType[]): JsonSchema | false =>
  views.length > 0 && {
    type: "object",
    required: ["type"],
    properties: { type: { enum: views.map(({ name }) => name) } },
    allOf: views.map(({ name, plan: { schema }, doc }) => ({
      if: { required: ["type"], properties: { type: { const: name } } },
      // oxlint-disable-next-line unicorn/no-thenable
      then: {
        description: `${doc.zh}\n${doc.en}`,
        ...schema,
        properties: { type: { const: name }, label: refs.text, ...schema.properties },
      },
    })),
  };

/** Creates the keyword `x-views` for the view types of a dialect. */
export function createViews({ views }: Parts): Keyword {
  return defineKeyword({
    name: "x-views",
    on: ["entity"],
    schema: buildMap(buildViewSchema(views), { minProperties: 1, propertyNames: refs.name }),
    doc: {
      zh: '列表之外的视图，名称 → { type: 视图类型, … }；页面用 "show": "<名称>" 显示。每种类型的词见下。写了 label 的视图把表格作为第二种模式，label 是第一种模式的名称。视图和列表共用同一份数据：筛选、地址、导出、加载失败与断网的状态都一样。',
      en: 'Views beside the list, by name: `{ type, … }`, where `type` is a view type, whose keywords follow. A page shows one with `"show": "<name>"`. A view with a `label` has the table as its second mode; the label names the first. Views read what the list reads: filters, address, export, and the states of failing and being offline are the same.',
    },
    keywords: views,
    entity(keyword, draft) {
      if (!keyword) return;
      draft.plan.views = Object.fromEntries(
        keyword.entries().flatMap(([id, node]) => {
          if (PAGE_PARTS.some((part) => part === id))
            draft.report(node.location("key"), "view-named-as-part", findingMessages.viewNamedAsPart(id));
          const plan = readView(views, { id, keyword: node }, draft);
          return plan ? [[id, plan]] : [];
        }),
      );
    },
    compare: compareLayout("x-views", ({ views }) => views, {
      zh: "视图的内容改了",
      en: "the layout of the views has changed",
    }),
    explain: null,
    examples: {
      good: views.slice(0, 1).map(({ name, examples: { good } }) => ({
        value: { tested: { type: name, ...good[0]?.value } },
        ...(good[0]?.with && { with: good[0].with }),
      })),
      bad: [{ value: { tested: { type: "bord" } }, rule: "bad-value" }],
    },
  });
}

function readView(
  views: readonly ViewType[],
  { id, keyword }: { id: string; keyword: Json },
  draft: EntityDraft,
): ViewPlan | undefined {
  const type = views.find(({ name }) => name === keyword.member("type").value);
  if (!type) return undefined;
  const label = keyword.get("label");
  draft.text(`views.${id}.label`, label);
  const view = new ViewDraft(draft, id);
  const plan = type.plan.read(keyword, view);
  type.check?.(keyword, view);
  return { type: type.name, plan, ...(label ? { table: true } : {}) };
}
