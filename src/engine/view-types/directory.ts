/** The view type `directory`: records that users choose again and again, such as contacts. */
import type { JsonSchema } from "../model/entity.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import type { Json } from "../schema/json.ts";
import { defineView, VIEW_LINK, type ViewDraft, type ViewLink } from "../schema/view-type.ts";

/** Plan of a `directory` view. */
export interface DirectoryPlan {
  title: string;
  /** Field with the user's own name for the record. */
  note?: string;
  /** Yes/no field that a button in the row changes. In a union, `of` names the field of each member that has one. */
  star?: { field: string; of?: Record<string, string> };
  /** Choice that is shown beside the title. */
  badge?: string;
  facts: string[];
  /** Field with the state, and the values that are not shown. Text key `views.<id>.status.<value>`. */
  status?: { field: string; hidden: string[] };
  /**
   * Call of `schemas/calls/` that returns how often the records of `ids` were used, and when last. Text keys
   * `views.<id>.use` and `views.<id>.use.one`.
   */
  use?: { call: string };
  /** Buttons before the foremost one. Text keys `views.<id>.link.<n>`. */
  links?: ViewLink[];
  main?: ViewLink;
}
declare module "../model/entity.ts" {
  interface ViewPlans {
    directory: DirectoryPlan;
  }
}

const path: JsonSchema = { $ref: "#/$defs/path" };
const name: JsonSchema = { $ref: "#/$defs/name" };
const text: JsonSchema = { $ref: "#/$defs/text" };

/** `directory`: records that users choose again and again. */
export const directory = defineView({
  name: "directory",
  schema: {
    required: ["title", "facts"],
    properties: {
      title: path,
      note: path,
      star: name,
      badge: path,
      facts: { $ref: "#/$defs/paths" },
      status: {
        type: "object",
        required: ["field"],
        properties: {
          field: path,
          hidden: { type: "array", minItems: 1, uniqueItems: true, items: { type: "string" } },
          says: { type: "object", minProperties: 1, additionalProperties: text },
        },
        additionalProperties: false,
      },
      use: {
        type: "object",
        required: ["call", "says", "one"],
        properties: { call: name, says: text, one: text },
        additionalProperties: false,
      },
      links: { type: "array", minItems: 1, items: VIEW_LINK },
      main: VIEW_LINK,
    },
  },
  doc: {
    zh: "经常选用的记录（收款人等），每条一行：title 标题，note 自己起的备注名，badge 标题旁的选项，facts 标题下的各项，空的不显示。star：星标（是非字段），点一下就改，有星标的在选择框里排在最前；要在列表里也排最前，写进 x-list.sort。status：状态字段，hidden 中的值不显示，says 是各状态旁的一句话。use：call 是 schemas/calls 中收到 {ids}（成员.主键）的调用，回答 uses：每条 id、count 次数、last 最近一次的日期，次数只数到上限时 more 为真，币种不一时 currencies 列出这些币种，写在 facts 后；says 一句话里写 {last}、{count}，one 是只有一次时的说法。行末是 x-links 中 main 的链接。main：本视图最主要的按钮，links：它前面的按钮。",
    en: "Records that users choose again and again, such as contacts, a line each: `title`, the user's own `note`, a `badge` (a choice) beside the title, and `facts` below it without the empty ones. `star`: a yes/no field that one press changes; starred records come first in pickers, and in the list where `x-list.sort` says so. `status`: the `field` of the state; values of `hidden` are not drawn, `says` has a sentence beside a state. `use`: `call` is one of `schemas/calls` that gets `{ids}` (`entity.key`) and answers `uses`: for each `id` the `count`, the day of the `last`, `more` where counting stopped at a limit, and `currencies`, which stand after the facts, where they are not all in one; `{last}` and `{count}` are put into `says`, and into `one` for a count of one. A line ends with the `main` links of `x-links`. `main`: the view's foremost button, after those of `links`.",
  },
  read(keyword, view) {
    const [note, star, badge, status] = ["note", "star", "badge", "status"].map((word) => keyword.get(word));
    const [use, links, main] = ["use", "links", "main"].map((word) => keyword.get(word));
    return {
      title: view.fieldName(keyword.member("title")),
      ...(note ? { note: view.fieldName(note) } : {}),
      ...(star ? { star: readStar(star, view) } : {}),
      ...(badge ? { badge: view.fieldName(badge) } : {}),
      facts: keyword
        .member("facts")
        .items()
        .map((item) => view.fieldName(item)),
      ...(status ? { status: readStatus(status, view) } : {}),
      ...(use ? { use: readUse(use, view) } : {}),
      ...(links ? { links: links.items().map((link, index) => view.link(`link.${index}`, link)) } : {}),
      ...(main ? { main: view.link("main", main) } : {}),
    };
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

/** Reads the name of a yes/no field. Reports any other field. */
function readStar(keyword: Json, view: ViewDraft): NonNullable<DirectoryPlan["star"]> {
  const { entity } = view;
  const field = entity.field(keyword);
  if (field && field.schema["type"] !== "boolean")
    entity.report(keyword.location(), "not-yes-no", findingMessages.notYesNo(field.name));
  const star: NonNullable<DirectoryPlan["star"]> = { field: field?.name ?? "" };
  entity.later(() => {
    const { union } = entity.plan;
    const names = union?.map(({ entity: member, map }) => [member, map[star.field]] as const);
    if (names)
      star.of = Object.fromEntries(names.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  });
  return star;
}

/** Reads `status`. Reports values that the field does not have, once its states are known. */
function readStatus(keyword: Json, view: ViewDraft): NonNullable<DirectoryPlan["status"]> {
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

function readUse(keyword: Json, view: ViewDraft): NonNullable<DirectoryPlan["use"]> {
  view.text("use", keyword.get("says"));
  view.text("use.one", keyword.get("one"));
  return { call: view.entity.readCallName(keyword.member("call")) };
}
