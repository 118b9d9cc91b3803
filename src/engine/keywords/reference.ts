import { buildList, buildMap, buildObject, nonEmpty, refs } from "../schema/meta-parts.ts";
import type { FieldDraft } from "../schema/field-draft.ts";
import type { Json } from "../schema/json.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareMember } from "../schema/comparison.ts";
import { createReach } from "../schema/explanation.ts";

/** `x-ref`: a reference to a record of another entity, with the records that may be chosen and the fields to copy. */
export const reference = defineKeyword({
  name: "x-ref",
  on: ["field"],
  types: ["string"],
  schema: buildObject(
    {
      entity: { type: "string" },
      label: nonEmpty,
      copies: refs.fieldMap,
      where: buildMap(buildList({ type: "string" }), { minProperties: 1 }),
      add: buildObject(
        {
          label: refs.text,
          fill: refs.path,
          with: { type: "object", minProperties: 1, additionalProperties: { $ref: "#/$defs/cel" } },
        },
        ["label"],
      ),
      only: refs.cel,
      none: buildObject(
        {
          says: refs.text,
          links: buildList(buildObject({ label: refs.text, to: nonEmpty }, ["label", "to"])),
        },
        ["says"],
      ),
      status: buildObject(
        {
          field: refs.name,
          says: buildMap(refs.text, { minProperties: 1 }),
        },
        ["field", "says"],
      ),
      line: refs.names,
      recent: { type: "integer", minimum: 1, maximum: 5 },
      inline: { const: true },
    },
    ["entity", "label"],
  ),
  doc: {
    zh: "指向另一条记录：entity 是哪一类，label 是显示的模板（{holder} {account}），copies 是创建时由服务器复制的字段（本表字段到对方字段），where 限定只能选哪些记录（对方字段到允许的值；复核时再查一次），add 是列表最后一行“新增”：label 它的文字，fill 对方的哪个字段先填上已输入的文字，with 对方的哪些字段先填上什么（CEL）；用户有新增的权限才出现，保存后选中新记录，本表单已填的不变；only（CEL，option.字段 是对方字段的值，按文字读）成立的才列出，事实未知时一条也不列，服务器须另有规则把关；none 是一条也没有时写在下面的话 says 和 links，旁边也有“新增”；status：对方的状态字段 field，says 是各状态在选项旁的一句话；line 是 copies 中的几个字段，写在选中记录下面的一行里，不必再放进表单；recent 是最近用过的几条（1-5），作为按钮放在下面，选中后再说上次成功的是哪天、多少、一共几条（需能按本字段筛选列表）；inline：新建时可以不给记录编号，而给 copies 中的值，服务器选用值完全相同的记录，没有就按对方的规则新增一条。",
    en: "Another record: its entity, the template it is shown by (`{holder} {account}`), what the server copies from it at creation (our field to theirs), and `where`: which records may be chosen at all (their field to its values; looked at again when the record is reviewed), and `add`: the last row of the list, which adds a record without leaving the form (its `label`; `fill`: the field of the other entity that begins with what was typed; `with`: fields of it that begin with these values, by CEL). It shows to users who may create one; what is saved is chosen, and the form keeps what it has. `only`: the condition, by CEL, under which a record is listed (`option.<field>` is a field of it, read as a string); while facts are unknown none is, and a rule of the server has to say the same. `none`: what is said below the field where no record can be chosen (`says`) and where to go instead (`links`), beside a button that adds one. `status`: a `field` of the other entity, and what an option says beside it by its value (`says`). `line`: fields of `copies` that describe the chosen record in one line below it, and need no place in the form. `recent`: how many of the records used last (1 to 5) are buttons below; for a chosen record it is said when the last successful record with it was made, its amount and how many there are (the list must filter by this field). `inline`: a create call may send the values of `copies` instead of a key; the server uses the record that has exactly these values, or adds one by the rules of its entity.",
  },
  field(keyword, draft) {
    const { entity, plan } = draft;
    const target = keyword.member("entity");
    const label = keyword.member("label");
    const copies = keyword.get("copies");
    plan.ref = { entity: target.string(), label: label.string(), copies: draft.targetMap(copies) };
    const theirs = entity.readEntityFields(target);
    if (!theirs) return;
    for (const { 1: name = "", index } of plan.ref.label.matchAll(/\{([\w.]+)\}/g)) {
      if (!theirs.includes(name))
        entity.reportUnknown(label.location({ from: index + 1, to: index + 1 + name.length }), "field", name, theirs);
    }
    const where = keyword.get("where");
    if (where) plan.ref.where = where.stringLists();
    for (const [their, values] of where?.entries() ?? [])
      if (!theirs.includes(their)) entity.reportUnknown(values.location("key"), "field", their, theirs);
    readAdd(keyword.get("add"), draft, theirs);
    readOffered(keyword, draft, theirs);
    readStatus(keyword.get("status"), draft, theirs);
    readShown(keyword, draft);
    for (const [, their] of copies?.entries() ?? []) entity.readName(their, "field", theirs);
    readInline(keyword.get("inline"), draft);
  },
  compare: compareMember("ref", {
    words: { zh: "指向另一条记录", en: "a reference to another record" },
    added: "breaking/breaking",
    removed: "breaking/breaking",
    risk: ["control-loosened", ({ was, is }) => isWider(was.ref?.where, is.ref?.where)],
  }),
  *explain({ field: { ref }, plan, top, entities, requests }) {
    if (ref) {
      const copies = Object.keys(ref.copies);
      yield createReach("record", {
        zh: `指向 ${ref.entity} 的一条记录；服务器抄下 ${copies.join("、")}`,
        en: `names a record of ${ref.entity}; the server copies ${copies.join(", ")}`,
      });
    }
    for (const other of [...entities, ...requests])
      for (const { name, ref: held } of other.fields) {
        if (held?.entity !== plan.name) continue;
        if (Object.values(held.copies).includes(top.name) || held.label.includes(`{${top.name}}`))
          yield createReach("copied", {
            zh: `${other.name}.${name} 选中记录时抄用`,
            en: `copied where ${other.name}.${name} names a record`,
          });
      }
  },
  examples: {
    good: [
      { value: { entity: "sampleCity", label: "{name} {province}", copies: { city: "name" } } },
      { value: { entity: "sampleCity", label: "{name}", where: { province: ["浙江省"] } } },
      { value: { entity: "sampleCity", label: "{name}", copies: { city: "name" }, line: ["city"], recent: 3 } },
      { value: { entity: "sampleCity", label: "{name}", copies: { orderNo: "name" }, inline: true } },
      {
        value: {
          entity: "sampleCity",
          label: "{name}",
          status: { field: "province", says: { 浙江省: { zh: "本省", en: "This province" } } },
        },
      },
      {
        value: {
          entity: "sampleCity",
          label: "{name}",
          add: { label: { zh: "新增城市", en: "Add a city" }, fill: "name" },
        },
      },
      {
        value: {
          entity: "sampleCity",
          label: "{name}",
          only: "option.name == user.name",
          add: { label: { zh: "新增城市", en: "Add a city" }, with: { name: "user.name" } },
          none: {
            says: { zh: "没有同名的城市", en: "No city of that name" },
            links: [{ label: { zh: "全部城市", en: "All cities" }, to: "/sample" }],
          },
        },
      },
    ],
    bad: [
      { value: { entity: "sampleCitty", label: "{name}" }, rule: "unknown-entity", suggestion: "sampleCity" },
      { value: { entity: "sampleCity", label: "{nama}" }, rule: "unknown-field", suggestion: "name" },
      {
        value: { entity: "sampleCity", label: "{name}", copies: { citty: "name" } },
        rule: "unknown-field",
        suggestion: "city",
      },
      {
        value: { entity: "sampleCity", label: "{name}", where: { provinse: ["浙江省"] } },
        rule: "unknown-field",
        suggestion: "province",
      },
      {
        value: { entity: "sampleCity", label: "{name}", add: { label: { zh: "新增", en: "Add" }, fill: "nam" } },
        rule: "unknown-field",
        suggestion: "name",
      },
      {
        value: {
          entity: "sampleCity",
          label: "{name}",
          status: { field: "provinse", says: { 浙江省: { zh: "本省", en: "This province" } } },
        },
        rule: "unknown-field",
        suggestion: "province",
      },
      {
        value: { entity: "sampleCity", label: "{name}", only: "option.nam == user.name" },
        rule: "bad-expression",
        suggestion: "name",
      },
      {
        value: {
          entity: "sampleCity",
          label: "{name}",
          add: { label: { zh: "新增", en: "Add" }, with: { nam: "'x'" } },
        },
        rule: "unknown-field",
        suggestion: "name",
      },
      { value: { entity: "sampleCity" }, rule: "missing-word" },
      {
        value: { entity: "sampleCity", label: "{name}", copies: { city: "name" }, line: ["cty"] },
        rule: "unknown-field",
        suggestion: "city",
      },
      { value: { entity: "sampleCity", label: "{name}", recent: 6 }, rule: "bad-value" },
      { value: { entity: "sampleCity", label: "{name}", inline: true }, rule: "inline-reference" },
      {
        value: { entity: "sampleCity", label: "{name}", copies: { city: "name" }, inline: true },
        rule: "inline-reference",
      },
      { value: { entity: "sampleCity", label: "{name}", copys: {} }, rule: "unknown-keyword", suggestion: "copies" },
    ],
  },
});

/** Reads how records can be added from the field's option list. Reports fields that the other entity does not have. */
function readAdd(add: Json | undefined, draft: FieldDraft, theirs: readonly string[]): void {
  if (!add || !draft.plan.ref) return;
  const fill = add.get("fill");
  const plan: NonNullable<typeof draft.plan.ref.add> = fill
    ? { fill: draft.entity.readName(fill, "field", theirs) }
    : {};
  draft.plan.ref.add = plan;
  draft.text("add", add.get("label"));
  for (const [their, source] of add.get("with")?.entries() ?? []) {
    if (!theirs.includes(their)) draft.entity.reportUnknown(source.location("key"), "field", their, theirs);
    draft.entity.later(() => {
      const value = draft.entity.expression(source);
      if (value) (plan.with ??= {})[their] = value;
    });
  }
}

/** Reads which records the field lists, and what it says where there are none. */
function readOffered(keyword: Json, draft: FieldDraft, theirs: readonly string[]): void {
  const { ref } = draft.plan;
  if (!ref) return;
  const only = keyword.get("only");
  if (only)
    draft.entity.later(() => {
      const option = { record: Object.fromEntries(theirs.map((name) => [name, "string" as const])) };
      const condition = draft.entity.expression(only, "bool", { option });
      if (condition) ref.only = condition;
    });
  const none = keyword.get("none");
  if (!none) return;
  draft.text("none", none.get("says"));
  ref.none = (none.get("links")?.items() ?? []).map((item, index) => {
    draft.text(`none.${index}`, item.get("label"));
    return item.member("to").string();
  });
}

/** Reads what an option says about the state of its record. */
function readStatus(status: Json | undefined, draft: FieldDraft, theirs: readonly string[]): void {
  if (!status || !draft.plan.ref) return;
  draft.plan.ref.status = draft.entity.readName(status.member("field"), "field", theirs);
  for (const [value, sentence] of status.member("says").entries()) draft.text(`status.${value}`, sentence);
}

/** Reads what a form shows of the selected record, and how many recently used records it offers. */
function readShown(keyword: Json, { plan: { ref }, entity }: FieldDraft): void {
  if (!ref) return;
  const line = keyword.get("line")?.items();
  if (line) ref.line = line.map((name) => entity.readName(name, "field", Object.keys(ref.copies)));
  const recent = keyword.get("recent");
  if (recent) ref.recent = Number(recent.value);
}

/**
 * Reads whether a create call may send the copied values instead of a key. Only read-only copies of a record's own field
 * can be sent so: a writable copy would have two meanings, and rows and imports resolve keys alone.
 */
function readInline(inline: Json | undefined, draft: FieldDraft): void {
  const { entity, plan, siblings, inRow } = draft;
  const { ref } = plan;
  if (!inline || !ref) return;
  ref.inline = true;
  entity.later(() => {
    const copies = Object.keys(ref.copies);
    const isCopy = (name: string) => siblings.some((field) => field.name === name && field.readOnly);
    if (inRow || copies.length === 0 || !copies.every(isCopy) || entity.plan.list.import)
      entity.report(inline.location("key"), "inline-reference", findingMessages.inlineReference());
  });
}

/** Returns whether more records may be chosen, because a condition was removed or allows another value. */
const isWider = (was: Record<string, string[]> = {}, is: Record<string, string[]> = {}): boolean =>
  Object.entries(was).some(([name, values]) => is[name]?.every((value) => values.includes(value)) !== true);
