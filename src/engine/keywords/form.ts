import { buildList, buildMap, buildObject, refs } from "../schema/meta-parts.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { FormPlan, EntityPlan } from "../model/entity.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import type { Json } from "../schema/json.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { OF_RECORD, readSentence } from "../lifecycle/sentences.ts";
import { compareLayout, compareSets, mapFields, type Difference, type RecordPair } from "../schema/comparison.ts";
import { createReach, findText, type Explained, type Reach } from "../schema/explanation.ts";
import { formatPages } from "./list-changes.ts";

const SECTIONS = buildList(
  buildObject(
    {
      id: refs.name,
      label: refs.text,
      fields: buildList({ anyOf: [refs.path, refs.paths] }),
    },
    ["id", "fields"],
  ),
);
const STEPS = {
  type: "array",
  minItems: 2,
  items: buildObject(
    {
      id: refs.name,
      label: refs.text,
      sections: SECTIONS,
      call: refs.name,
    },
    ["id", "label", "sections"],
  ),
};

const LISTS = buildMap(buildObject({ as: { const: "grid" }, totals: refs.names }, ["as"]), {
  propertyNames: refs.name,
});

/** `x-form`: the sections or steps of the form, its review, its draft and its submit button. */
export const form = defineKeyword({
  name: "x-form",
  on: ["entity", "request"],
  schema: buildObject(
    {
      sections: SECTIONS,
      steps: STEPS,
      minutes: { type: "integer", minimum: 1 },
      lists: LISTS,
      review: { type: "boolean" },
      draft: { type: "boolean" },
      submit: refs.text,
      confirm: refs.text,
      said: refs.text,
      remarks: refs.name,
      last: refs.names,
    },
    [],
    { dependentRequired: { minutes: ["steps"] } },
  ),
  doc: {
    zh: "表单的排列：sections 分组，每组 fields 一行一个字段，或 [并排的几个]；review 提交前核对，draft 保存本地草稿，submit 按钮文字，confirm 核对后那个按钮上的动作（可写 {字段}，金额带币种，如“付款 {debit}”；输入支付密码时也这样写），said（只用于调用的表单）完成后说的一句话，remarks 是一个列表字段（每行 field、reason）：审核退回后再次填写时，只有这些字段可改，各带原因，其余内容只读，last 是几个字段，新增时先填上最近一条记录的值（遮住的值不填）。steps 代替 sections 把表单分成几步：每步 {id, label, sections, call}，逐步检查；call（schemas/calls 中的调用名）在进入下一步前收到本步字段，最后一步由表单自己的调用提交；每一步从一开始就列出，因选择而不再需要的一步划去；minutes 是填完各步约需的分钟数，据此写出还剩多久。lists 写列表的排列：{lines: {as: grid, totals: [amount]}} 把各行排成表格（手机上仍是卡片），可从 Excel 粘贴，单元格可像在电子表格中一样多选、复制、填充、清空和撤销，totals 是表尾按币种合计的金额；行里有文件、附属的行或多个值时不能排成表格。省略时所有可填字段排成一组。",
    en: "Layout of the form. `sections`: each has `fields`, one per row or [several side by side]. `review`: whether the entries are reviewed before sending. `draft`: whether a local draft is kept. `submit`: the label of the button. `confirm`: the action as the button of the review and the password dialog name it (`Pay {debit}`: `{field}` is its value, an amount with its currency). `said` (only in a call's form): the message that reports the result. `remarks`: a list field (rows of `field` and `reason`); while it has rows, only those fields can be corrected, each with its reason, and all others are read-only. `last`: fields that start with the values of the newest record (masked ones stay empty). `steps`, instead of `sections`, splits the form into steps, each `{id, label, sections, call}` and each checked separately; `call`, one of `schemas/calls`, receives the step's fields before the next step opens, and the form's own call submits the last step. Every step is listed from the start; a step that a choice makes unnecessary is struck through. `minutes`: the time that all steps take, from which the form shows the time left. `lists`: layout of lists. `{lines: {as: grid, totals: [amount]}}` shows the rows as lines of a table (as cards on a phone); cells can be pasted from Excel, selected, copied, filled, cleared and undone as in a spreadsheet, and `totals` are amounts that the footer sums by currency. Rows with files, several values or rows of their own are shown as cards. Default: one section with every field that can be filled in.",
  },
  entity(keyword, draft) {
    const { plan } = draft;
    plan.form = {
      sections: [],
      review: keyword?.get("review")?.value === true,
      draft: keyword?.get("draft")?.value === true,
    };
    draft.text("form.submit", keyword?.get("submit"));
    const confirm = keyword?.get("confirm");
    if (confirm) draft.later(() => readSentence(draft, "form.confirm", confirm, OF_RECORD));
    const confirmation = keyword?.get("said");
    draft.text("form.said", confirmation);
    if (confirmation && draft.file === draft.json)
      draft.report(confirmation.location("key"), "said-of-a-record", findingMessages.saidOfRecord());
    const remarks = keyword?.get("remarks");
    const list = remarks && draft.field(remarks);
    if (list && !["field", "reason"].every((name) => list.items?.some((item) => item.name === name)))
      draft.report(remarks.location(), "remarks-not-a-list", findingMessages.remarksNoList(list.name));
    else if (list) plan.form.remarks = list.name;
    const last = keyword?.get("last");
    if (last) plan.form.last = draft.fieldNames(last.items());
    readGrids(keyword?.get("lists"), draft);
    const minutes = keyword?.get("minutes");
    if (minutes) draft.plan.form.minutes = minutes.integer();
    const parts = keyword?.get("steps") ?? keyword?.get("sections");
    if (parts) {
      const layout = new Layout(draft);
      if (keyword?.get("steps")) layout.steps(parts, keyword.get("sections"));
      else plan.form.sections = layout.sections(parts);
      checkAsked(parts, draft);
    } else {
      const names = plan.fields.filter((field) => !field.readOnly).map((field) => [field.name]);
      if (names.length > 0) plan.form.sections = [{ id: "main", rows: names }];
      draft.copyText("section.main", () => "label");
    }
  },
  compare: { record: compareForm, merges: true },
  explain: explainForm,
  examples: {
    good: [
      {
        value: {
          sections: [{ id: "all", label: { zh: "全部", en: "All" }, fields: ["title", ["amount", "city"]] }],
          review: true,
          draft: true,
          submit: { zh: "提交", en: "Send" },
          confirm: { zh: "提交 {amount}", en: "Send {amount}" },
        },
      },
      { value: { review: true } },
      { value: { last: ["title", "city"] } },
      {
        value: {
          minutes: 4,
          steps: [
            {
              id: "who",
              label: { zh: "对方", en: "Party" },
              sections: [{ id: "name", fields: ["title"] }],
              call: "sampleCode",
            },
            {
              id: "sum",
              label: { zh: "金额", en: "Amount" },
              sections: [{ id: "all", label: { zh: "全部", en: "All" }, fields: [["amount", "city"]] }],
            },
          ],
        },
      },
    ],
    bad: [
      {
        value: { sections: [{ id: "all", label: { zh: "全部", en: "All" }, fields: ["titel"] }] },
        rule: "unknown-field",
        suggestion: "title",
      },
      {
        value: { sections: [{ id: "all", label: { zh: "全部", en: "All" }, fields: ["title", "title"] }] },
        rule: "field-twice",
      },
      { value: { sections: [{ id: "all", label: { zh: "全部" }, fields: ["title"] }] }, rule: "missing-language" },
      {
        value: { sections: [{ id: "all", label: { zh: "全部", en: "All" }, fields: ["city"] }] },
        with: { required: ["title"] },
        rule: "required-not-asked",
      },
      {
        value: {
          steps: [
            {
              id: "one",
              label: { zh: "一", en: "One" },
              sections: [{ id: "a", fields: ["title"] }],
              call: "sampleCod",
            },
            { id: "two", label: { zh: "二", en: "Two" }, sections: [{ id: "b", fields: ["city"] }] },
          ],
        },
        rule: "unknown-call",
        suggestion: "sampleCode",
      },
      {
        value: {
          steps: [
            { id: "one", label: { zh: "一", en: "One" }, sections: [{ id: "a", fields: ["title"] }] },
            {
              id: "two",
              label: { zh: "二", en: "Two" },
              sections: [{ id: "b", fields: ["city"] }],
              call: "sampleCode",
            },
          ],
        },
        rule: "last-step-call",
      },
      {
        value: {
          steps: [
            { id: "one", label: { zh: "一", en: "One" }, sections: [{ id: "a", fields: ["title"] }] },
            { id: "two", label: { zh: "二", en: "Two" }, sections: [{ id: "b", fields: ["title"] }] },
          ],
        },
        rule: "field-twice",
      },
      {
        value: {
          steps: [
            { id: "one", label: { zh: "一", en: "One" }, sections: [{ id: "a", fields: ["title"] }] },
            { id: "two", label: { zh: "二", en: "Two" }, sections: [{ id: "b", fields: ["city"] }] },
          ],
          sections: [{ id: "c", fields: ["amount"] }],
        },
        rule: "sections-and-steps",
      },
      {
        value: {
          sections: [
            { id: "a", fields: ["title"] },
            { id: "a", fields: ["city"] },
          ],
        },
        rule: "section-twice",
      },
      { value: { lists: { city: { as: "grid" } } }, rule: "grid-without-rows" },
      { value: { said: { zh: "已保存", en: "It is saved." } }, rule: "said-of-a-record" },
      {
        value: { confirm: { zh: "提交 {amont}", en: "Send {amount}" } },
        rule: "unknown-placeholder",
        suggestion: "amount",
      },
      { value: { last: ["titel"] }, rule: "unknown-field", suggestion: "title" },
      { value: { preview: true }, rule: "unknown-keyword", suggestion: "review" },
    ],
  },
});

/**
 * Reads the lists shown as grids. Reports fields without rows, rows that do not fit on a line, and totals of fields
 * that are not amounts.
 */
function readGrids(keyword: Json | undefined, draft: EntityDraft): void {
  for (const [name, json] of keyword?.entries() ?? []) {
    const list = draft.plan.fields.find((field) => field.name === name);
    if (!list) {
      draft.reportUnknown(
        json.location("key"),
        "field",
        name,
        draft.plan.fields.filter(({ items }) => items).map((field) => field.name),
      );
      continue;
    }
    if (!list.items) {
      draft.report(json.location("key"), "grid-without-rows", findingMessages.gridWithoutRows(name));
      continue;
    }
    const tall = list.items.find(({ items, item, file }) => items ?? item ?? file);
    if (tall) draft.report(json.location("key"), "grid-cell", findingMessages.gridCell(name, tall.name));
    const amounts = list.items.filter(({ currency }) => currency).map((item) => item.name);
    const totals = (json.get("totals")?.items() ?? []).map((total) => draft.readName(total, "field", amounts));
    (draft.plan.form.grids ??= {})[name] = { totals };
  }
}

/** Reads sections and steps. Reports fields and ids that occur twice in a form. */
class Layout {
  private readonly fields = new Set<string>();
  private readonly ids = new Set<string>();
  constructor(private readonly draft: EntityDraft) {}

  sections(keyword: Json): FormPlan["sections"] {
    const { draft } = this;
    return keyword.items().map((section) => {
      const id = this.named(section, "section");
      draft.text(`section.${id}`, section.get("label"));
      // Default to an empty label, because a section needs no heading.
      draft.defaultText(`section.${id}`, "");
      const rows = section
        .member("fields")
        .items()
        .flatMap((row) => {
          const inside = typeof row.value === "string" ? draft.listInside(row.value) : undefined;
          const own = row.itemsOrSelf().flatMap((node) => this.placed(node));
          return inside ? own.map((name) => [name]) : [own];
        });
      return { id, rows: rows.filter((row) => row.length > 0) };
    });
  }

  /** Returns the fields that an entry of a section stands for, and reports those that the form already has. */
  private placed(node: Json): string[] {
    const names = this.draft.fieldNames([node]);
    for (const name of names) {
      if (this.fields.has(name)) this.draft.report(node.location(), "field-twice", findingMessages.fieldTwice(name));
      this.fields.add(name);
    }
    return names;
  }

  steps(keyword: Json, beside: Json | undefined): void {
    const { draft } = this;
    if (beside) draft.report(beside.location("key"), "sections-and-steps", findingMessages.sectionsAndSteps());
    const { form: plan } = draft.plan;
    const all = keyword.items();
    plan.steps = all.map((step, index) => {
      const id = this.named(step, "step");
      draft.text(`step.${id}`, step.get("label"));
      const sections = this.sections(step.member("sections"));
      plan.sections.push(...sections);
      const call = step.get("call");
      if (call && index === all.length - 1)
        draft.report(call.location("key"), "last-step-call", findingMessages.lastStepCall());
      return {
        id,
        sections: sections.map((section) => section.id),
        ...(call && { call: draft.readCallName(call) }),
      };
    });
  }

  private named(part: Json, what: "section" | "step"): string {
    const keyword = part.member("id");
    const id = keyword.string();
    if (this.ids.has(`${what} ${id}`))
      this.draft.report(keyword.location(), `${what}-twice`, findingMessages[`${what}Twice`](id));
    this.ids.add(`${what} ${id}`);
    return id;
  }
}

/** Reports required fields that are neither in a section nor filled in by an option. */
function checkAsked(keyword: Json, draft: EntityDraft): void {
  const { form: layout, fields } = draft.plan;
  const placed = new Set(layout.sections.flatMap((section) => section.rows.flat()));
  const filled = new Set(
    fields.flatMap((field) => (field.options && "list" in field.options ? Object.keys(field.options.fills) : [])),
  );
  for (const { name, required } of fields) {
    if (required && !placed.has(name) && !filled.has(name))
      draft.report(keyword.location("key"), "required-not-asked", findingMessages.requiredNotAsked(name));
  }
}

/** Compares the fields of a form, and its layout. */
function* compareForm(change: RecordPair): Generator<Difference> {
  const list = ({ form: { sections } }: EntityPlan) => sections.flatMap(({ rows }) => rows.flat());
  const fields = mapFields(change.is.fields);
  const [was, is] = [list(change.was), list(change.is)];
  const known = new Set(change.was.fields.map(({ name }) => name));
  yield* compareSets(
    [was.filter((name) => fields.has(name)), is.filter((name) => known.has(name) || was.includes(name))],
    {
      removed: (field) =>
        change
          .mention(field, ["x-form"])
          .report("not-asked", fields.get(field)?.readOnly === false ? "warning/none" : "info/none", {
            zh: "表单不再显示",
            en: "is not in the form any more",
          }),
      added: (field) =>
        change.mention(field, ["x-form"]).report("asked", "info/none", { zh: "表单也显示", en: "is in the form too" }),
    },
  );
  yield* layout.record(change);
}

const layout = compareLayout(
  "x-form",
  ({ form: { review, draft, steps, remarks, sections } }) => [review, draft, steps, remarks, sections],
  { zh: "表单的排列改了", en: "the layout of the form has changed" },
);

/** Explains the section of the form that has the field. */
function* explainForm(at: Explained): Generator<Reach> {
  const { plan, top } = at;
  const section = plan.form.sections.find(({ rows }) => rows.flat().includes(top.name));
  if (!section) return;
  const step = plan.form.steps?.find(({ sections }) => sections.includes(section.id));
  const titles = [...(step ? [findText(at, `step.${step.id}`, "")] : []), findText(at, `section.${section.id}`, "")];
  const [zh, en] = [titles.map((title) => title.zh), titles.map((title) => title.en)].map((texts) =>
    texts.filter(Boolean).join(" › "),
  );
  const pages = formatPages(at.findPages(["create", "edit", "sole"]));
  yield createReach("form", {
    zh: `表单${zh ? `“${zh}”` : ""}${top.readOnly ? "，只显示" : "，可填写"}${pages.zh}`,
    en: `form${en ? ` "${en}"` : ""}, ${top.readOnly ? "shown only" : "filled in"}${pages.en}`,
  });
  if (plan.form.review) yield createReach("review", { zh: "提交前的核对页", en: "the review before it is sent" });
}
