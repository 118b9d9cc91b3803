import { buildMap, buildObject, refs } from "../schema/meta-parts.ts";
import { lifecycleMessages } from "../lifecycle/finding-messages.ts";
import type { ReceiptPlan } from "../model/views.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { Json } from "../schema/json.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { explainWhen } from "../schema/explanation.ts";
import { compareFieldSets, type Difference, type RecordPair } from "../schema/comparison.ts";

/**
 * `x-receipt`: when a printable receipt is available, and which fields and related records it contains. A receipt with
 * a name is an information sheet instead.
 */
export const receipt = defineKeyword({
  name: "x-receipt",
  on: ["entity"],
  schema: buildObject(
    {
      name: refs.text,
      when: refs.cel,
      fields: refs.paths,
      rows: buildObject(
        {
          entity: refs.name,
          where: buildMap({
            anyOf: [refs.path, { type: "array", minItems: 2, maxItems: 2, items: refs.path }],
          }),
          columns: refs.paths,
        },
        ["entity", "where", "columns"],
      ),
    },
    ["fields"],
  ),
  doc: {
    zh: "电子回单：when 成立时可以打印（没有 when：状态为终态时），fields 是内容。有 name 时不是回单，而是叫这个名字的资料页（账户信息等）：不写状态，也不计打印次数；没有生命周期的记录只能有资料页。rows 是 PDF 在内容下方逐行列出的记录：entity 哪一类，where 对方字段到本表字段，或 [首日, 末日] 两个字段，columns 列出的字段。",
    en: "The receipt: can be printed when `when` holds (without it: in a final state), and shows `fields`. With a `name` it is a sheet of facts of that name instead (an account's details): it says no state and its prints are not counted; a record without a lifecycle can only have such a sheet. `rows`: records that the PDF lists below, of `entity`, whose fields equal ours as `where` says (their field to ours, or to `[first day, last day]`), with these `columns`.",
  },
  entity(keyword, draft) {
    if (!keyword) return;
    const source = keyword.get("when");
    const when = source && draft.expression(source, "bool");
    const name = keyword.get("name");
    if (name) draft.text("receipt.name", name);
    else if (!draft.plan.lifecycle)
      draft.report(keyword.location("key"), "receipt-without-lifecycle", lifecycleMessages.receiptWithoutLifecycle());
    draft.plan.receipt = {
      fields: draft.fieldNames(keyword.member("fields").items()),
      ...(when ? { when } : {}),
      ...(name && { named: true }),
      ...readRows(keyword.get("rows"), draft),
    };
  },
  compare: { record: compareReceipts, merges: true },
  explain: explainWhen(
    ({ plan, top }) => plan.receipt?.fields.includes(top.name) === true,
    "receipt",
    () => ({ zh: "回单的一行", en: "a line of the receipt" }),
  ),
  examples: {
    good: [
      { value: { when: "self.status == 'open'", fields: ["orderNo", "amount"] } },
      { value: { fields: ["orderNo"] } },
      { value: { name: { zh: "账户信息", en: "Account details" }, when: "true", fields: ["orderNo"] } },
      { value: { fields: ["orderNo"], rows: { entity: "sampleCity", where: { name: "title" }, columns: ["name"] } } },
      {
        value: {
          fields: ["orderNo"],
          rows: { entity: "sampleCity", where: { name: ["title", "title"] }, columns: ["name"] },
        },
      },
    ],
    bad: [
      { value: { when: "self.status == 'opn'", fields: ["orderNo"] }, rule: "bad-expression", suggestion: "open" },
      { value: { fields: ["orderNr"] }, rule: "unknown-field", suggestion: "orderNo" },
      { value: { when: "true" }, rule: "missing-word" },
      {
        value: { fields: ["orderNo"], rows: { entity: "sampleCity", where: { name: "title" }, columns: ["nama"] } },
        rule: "unknown-field",
        suggestion: "name",
      },
      { value: { name: { zh: "账户信息" }, fields: ["orderNo"] }, rule: "missing-language" },
    ],
  },
});

function readRows(keyword: Json | undefined, draft: EntityDraft): Pick<ReceiptPlan, "rows"> {
  if (!keyword) return {};
  const [entity, where, columns] = [keyword.member("entity"), keyword.member("where"), keyword.member("columns")];
  const theirs = draft.readEntityFields(entity);
  const check = (name: string, location: ReturnType<Json["location"]>) =>
    theirs && !theirs.includes(name) && draft.reportUnknown(location, "field", name, theirs);
  const pairs = where.entries().map(([their, own]): [string, string | [string, string]] => {
    check(their, own.location("key"));
    const [first, last] = own.items();
    if (!first || !last) return [their, draft.field(own)?.name ?? ""];
    return [their, [draft.field(first)?.name ?? "", draft.field(last)?.name ?? ""]];
  });
  for (const column of columns.items()) check(column.string(), column.location());
  return { rows: { entity: entity.string(), where: Object.fromEntries(pairs), columns: columns.strings() } };
}

/** Compares the lines of a receipt, and the conditions under which it can be printed. */
function* compareReceipts(change: RecordPair): Generator<Difference> {
  const [was, is] = [change.was.receipt, change.is.receipt];
  const place = change.record("x-receipt");
  if (was && !is)
    yield place.report("receipt-removed", "none/breaking", { zh: "没有回单了", en: "there is no receipt any more" });
  if (!was || !is) return;
  yield* compareFieldSets(change, [was.fields, is.fields], {
    kind: "receipt-line",
    path: ["x-receipt"],
    words: { zh: "是回单的一行", en: "a line of the receipt" },
    removed: "none/warning",
    added: "none/info",
  });
  if (was.when?.source !== is.when?.source)
    yield place.report("receipt-when-changed", "none/warning", {
      zh: `有回单的条件改为 ${is.when?.source ?? "总有"}`,
      en: `there is a receipt ${is.when ? `if ${is.when.source}` : "always"}`,
    });
}
