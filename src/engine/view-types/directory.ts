/** The view type `directory`: records that users choose again and again, such as contacts. */
import { findingMessages } from "../schema/finding-messages.ts";
import { buildList, buildMap, buildObject, refs } from "../schema/meta-parts.ts";
import type { Json } from "../schema/json.ts";
import { member, type ValueOf } from "../schema/view-members.ts";
import { defineView, type ViewDraft } from "../schema/view-type.ts";

const { call, create, field, fields, link, links, object, optional, text } = member;

/** A yes/no field that a button in the row changes. In a union, `of` names the field of each member that has one. */
const star = create(field.schema, (keyword, { entity }) => {
  const own = entity.field(keyword);
  if (own && own.schema["type"] !== "boolean")
    entity.report(keyword.location(), "not-yes-no", findingMessages.notYesNo(own.name));
  const found: { field: string; of?: Record<string, string> } = { field: own?.name ?? "" };
  entity.later(() => {
    const { union } = entity.plan;
    const names = union?.map(({ entity: each, map }) => [each, map[found.field]] as const);
    if (names)
      found.of = Object.fromEntries(names.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  });
  return found;
});

const status = create(
  buildObject(
    {
      field: field.schema,
      hidden: buildList({ type: "string" }, { uniqueItems: true }),
      says: buildMap(refs.text, { minProperties: 1 }),
    },
    ["field"],
  ),
  readStatus,
);

const plan = object({
  title: field,
  /** Field with the user's own name for the record. */
  note: optional(field),
  star: optional(star),
  /** Choice that is shown beside the title. */
  badge: optional(field),
  facts: fields,
  /** Field with the state, and the values that are not shown. Text key `views.<id>.status.<value>`. */
  status: optional(status),
  /** Call that returns how often the records of `ids` were used, and when last. */
  use: optional(object({ call, says: text("use"), one: text("use.one") })),
  /** Buttons before the foremost one. */
  links: optional(links("link")),
  main: optional(link("main")),
});
/** Plan of a `directory` view. */
export type DirectoryPlan = ValueOf<typeof plan>;
declare module "../model/entity.ts" {
  interface ViewPlans {
    directory: DirectoryPlan;
  }
}

/** `directory`: records that users choose again and again. */
export const directory = defineView({
  name: "directory",
  plan,
  doc: {
    zh: "经常选用的记录（收款人等），每条一行：title 标题，note 自己起的备注名，badge 标题旁的选项，facts 标题下的各项，空的不显示。star：星标（是非字段），点一下就改，有星标的在选择框里排在最前；要在列表里也排最前，写进 x-list.sort。status：状态字段，hidden 中的值不显示，says 是各状态旁的一句话。use：call 是 schemas/calls 中收到 {ids}（成员.主键）的调用，回答 uses：每条 id、count 次数、last 最近一次的日期，次数只数到上限时 more 为真，币种不一时 currencies 列出这些币种，写在 facts 后；says 一句话里写 {last}、{count}，one 是只有一次时的说法。行末是 x-links 中 main 的链接。main：本视图最主要的按钮，links：它前面的按钮。",
    en: "Records that users choose again and again, such as contacts, a line each: `title`, the user's own `note`, a `badge` (a choice) beside the title, and `facts` below it without the empty ones. `star`: a yes/no field that one press changes; starred records come first in pickers, and in the list where `x-list.sort` says so. `status`: the `field` of the state; values of `hidden` are not drawn, `says` has a sentence beside a state. `use`: `call` is one of `schemas/calls` that gets `{ids}` (`entity.key`) and answers `uses`: for each `id` the `count`, the day of the `last`, `more` where counting stopped at a limit, and `currencies`, which stand after the facts, where they are not all in one; `{last}` and `{count}` are put into `says`, and into `one` for a count of one. A line ends with the `main` links of `x-links`. `main`: the view's foremost button, after those of `links`.",
  },
  examples: {
    good: [
      { value: createExample({}) },
      {
        value: createExample({
          note: "city",
          badge: "city",
          status: { field: "status", hidden: ["ended"], says: { open: { zh: "约 1 天", en: "About a day" } } },
          use: {
            call: "sampleCode",
            says: { zh: "上次 {last} · {count} 次", en: "Last {last} · {count} times" },
            one: { zh: "上次 {last} · 1 次", en: "Last {last} · once" },
          },
          links: [{ label: { zh: "导入", en: "Import" }, to: "/sample?tab=file" }],
          main: { label: { zh: "新增", en: "Add" }, to: "/sample?tab=new" },
        }),
      },
    ],
    bad: [
      { value: createExample({ title: "titel" }), rule: "unknown-field", suggestion: "title" },
      { value: createExample({ facts: ["citi"] }), rule: "unknown-field", suggestion: "city" },
      { value: createExample({ star: "title" }), rule: "not-yes-no" },
      {
        value: createExample({ status: { field: "status", hidden: ["endet"] } }),
        rule: "unknown-option",
        suggestion: "ended",
      },
      {
        value: createExample({
          use: { call: "sampleCod", says: { zh: "次", en: "times" }, one: { zh: "次", en: "once" } },
        }),
        rule: "unknown-call",
        suggestion: "sampleCode",
      },
    ],
  },
});

/** Returns a minimal view with some members replaced. */
function createExample(parts: object) {
  return { title: "title", facts: ["city"], ...parts };
}

/** Reads `status`. Reports values that the field does not have, once its states are known. */
function readStatus(keyword: Json, view: ViewDraft) {
  const { entity } = view;
  const field = entity.field(keyword.member("field"));
  const says = keyword.get("says")?.entries() ?? [];
  for (const [value, sentence] of says) view.text(`status.${value}`, sentence);
  entity.later(() => {
    const { lifecycle } = entity.plan;
    const options = field?.options && "values" in field.options ? field.options.values.map(({ value }) => value) : [];
    const known = lifecycle && lifecycle.field === field?.name ? lifecycle.states.map((state) => state.name) : options;
    for (const value of keyword.get("hidden")?.items() ?? []) entity.readName(value, "option", known);
    for (const [value, sentence] of says)
      if (!known.includes(value)) entity.reportUnknown(sentence.location("key"), "option", value, known);
  });
  return { field: field?.name ?? "", hidden: keyword.get("hidden")?.strings() ?? [] };
}
