import { buildObject, refs } from "../schema/meta-parts.ts";
import type { RulePlan, EntityPlan } from "../model/entity.ts";
import type { EntityDraft } from "../schema/draft.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import type { Json } from "../schema/json.ts";
import { checkPlaceholders } from "./messages.ts";
import { listPlaceholders, readSentence } from "../lifecycle/sentences.ts";
import { defineKeyword } from "../schema/keyword.ts";
import type { LogicDraft } from "../schema/logic-draft.ts";
import { addRisk, isSame, type Difference, type RecordPair, type Words } from "../schema/comparison.ts";
import { createReach, findText, readsField } from "../schema/explanation.ts";
import { buildLogicPath } from "./condition.ts";
import type { Expression } from "../model/expression.ts";

const buildRule = (keyword: string) => ({ required: [keyword] });

/** `x-rules`: conditions on the values of a record or row, as CEL expressions. */
export const rules = defineKeyword({
  name: "x-rules",
  on: ["entity", "request", "rows"],
  schema: {
    type: "array",
    items: buildObject(
      {
        id: refs.name,
        at: refs.path,
        when: refs.cel,
        assert: refs.cel,
        min: refs.cel,
        max: refs.cel,
        message: refs.text,
        authority: { enum: ["both", "server"] },
        warns: { const: true },
        hint: { const: true },
        confirms: refs.text,
      },
      ["id", "at", "message"],
      { dependentRequired: { confirms: ["assert"] }, oneOf: [buildRule("assert"), buildRule("min"), buildRule("max")] },
    ),
  },
  doc: {
    zh: "字段之间的关系（CEL）。assert 必须成立；min / max 是 at 字段的下限 / 上限，多个同时不满足时报最严的一个，数值在 {limit}。when 不成立时不检查。读到的字段缺失时规则不作声。authority: server 表示浏览器可能不知道的事实，服务器一定检查。warns: true 只在字段下提醒，不拒绝。hint: true（min / max）平时也把 message 写在字段下。confirms（assert）在字段有值、且确知规则成立时写在字段下，说核对了什么，可写 {字段}；表单不再另画其中的只读字段，核对时仍列出。写在列表的 items 里时逐行检查，本行是 row，列表外一层的行是 parent。",
    en: "Relations between values (CEL). `assert` must hold; `min` / `max` bound the field at `at`: of several that fail, the strictest is reported, its value in {limit}. Not checked unless `when` holds; silent while a field it reads is absent. `authority: server`: needs facts that the browser may not have; the server always enforces it. `warns: true`: shows the message below the field and refuses nothing. `hint: true` (of `min` / `max`): the field's hint includes the message. `confirms` (of `assert`): the sentence below the field, with `{field}` for values, while the field has a value and the rule is known to hold; it states what was checked. A read-only field that it names is not drawn in the form again, only in the review. In the `items` of a list every row is checked: the row is `row`, the row around a list in a list `parent`.",
  },
  logic(keyword, draft) {
    const seen = new Set<string>();
    for (const rule of keyword?.items() ?? []) {
      const id = rule.member("id");
      if (seen.has(id.string()))
        draft.entity.report(id.location(), "duplicate-name", findingMessages.twoRules(id.string()));
      seen.add(id.string());
      readRule(rule, draft);
    }
  },
  compare: { record: compareRules },
  *explain(at) {
    for (const rule of at.plan.rules) {
      if (rule.at !== at.path && !readsField(at, listParts(rule))) continue;
      const { zh, en } = editWords(findText(at, `rule.${rule.id}`, rule.id), /\{\w+\}/g, "…");
      yield createReach("rule", {
        zh: `${rule.warns ? "提醒" : "规则"}“${zh}”（${rule.id}）`,
        en: `${rule.warns ? "the warning" : "the rule"} "${en}" (${rule.id})`,
      });
    }
  },
  examples: {
    good: [
      {
        value: [
          {
            id: "enough",
            at: "amount",
            assert: "self.amount >= self.fee",
            message: { zh: "金额太小", en: "The amount is too small" },
          },
        ],
      },
      {
        value: [
          {
            id: "odd",
            at: "amount",
            assert: "self.amount >= self.fee",
            warns: true,
            message: { zh: "金额小于手续费，请确认", en: "The amount is less than the fee; please check" },
          },
        ],
      },
      {
        value: [
          {
            id: "least",
            at: "amount",
            min: "limits.singleMin",
            authority: "server",
            hint: true,
            message: { zh: "不能低于 {limit}", en: "Not under {limit}" },
          },
        ],
      },
      {
        value: [
          {
            id: "enough",
            at: "amount",
            assert: "self.amount >= self.fee",
            message: { zh: "金额太小", en: "The amount is too small" },
            confirms: { zh: "够付手续费 {fee}", en: "Covers the fee of {fee}" },
          },
        ],
      },
    ],
    bad: [
      {
        value: [
          {
            id: "enough",
            at: "amount",
            assert: "self.amout >= self.fee",
            message: { zh: "金额太小", en: "The amount is too small" },
          },
        ],
        rule: "bad-expression",
        suggestion: "amount",
      },
      {
        value: [
          {
            id: "enough",
            at: "amont",
            assert: "self.amount >= self.fee",
            message: { zh: "金额太小", en: "The amount is too small" },
          },
        ],
        rule: "unknown-field",
        suggestion: "amount",
      },
      {
        value: [
          {
            id: "enough",
            at: "amount",
            assert: "self.amount",
            message: { zh: "金额太小", en: "The amount is too small" },
          },
        ],
        rule: "bad-expression",
      },
      {
        value: [
          {
            id: "enough",
            at: "amount",
            assert: "self.amount >= 9.5",
            message: { zh: "金额太小", en: "The amount is too small" },
          },
        ],
        rule: "bad-expression",
        suggestion: 'decimal("9.5")',
      },
      {
        value: [{ id: "enough", at: "amount", message: { zh: "金额太小", en: "The amount is too small" } }],
        rule: "missing-word",
      },
      {
        value: [
          {
            id: "enough",
            at: "amount",
            min: "self.fee",
            max: "self.fee",
            message: { zh: "金额太小", en: "The amount is too small" },
          },
        ],
        rule: "bad-value",
      },
      {
        value: [
          { id: "enough", at: "amount", min: "self.fee", message: { zh: "不能低于 {lmit}", en: "Not under {limit}" } },
        ],
        rule: "unknown-placeholder",
        suggestion: "limit",
      },
      {
        value: [
          {
            id: "enough",
            at: "amount",
            assert: "self.amount >= self.fee",
            message: { zh: "金额太小", en: "The amount is too small" },
            confirms: { zh: "够付手续费 {fe}", en: "Covers the fee of {fee}" },
          },
        ],
        rule: "unknown-placeholder",
        suggestion: "fee",
      },
    ],
  },
});

function readRule(rule: Json, draft: LogicDraft): void {
  const { entity } = draft;
  const at = rule.member("at");
  const field = draft.field(at);
  const message = rule.get("message");
  const plan: RulePlan = {
    id: draft.path(rule.member("id").string()),
    at: draft.path(at.string()),
    ...draft.about,
    authority: rule.get("authority")?.value === "server" ? "server" : "both",
    ...(rule.get("warns") && { warns: true }),
    ...(rule.get("hint") && { hint: true }),
  };
  for (const [name, expected] of [
    ["when", "bool"],
    ["assert", "bool"],
    ["min", bound(entity, field?.kind)],
    ["max", bound(entity, field?.kind)],
  ] as const) {
    const keyword = rule.get(name);
    const expression = keyword && draft.expression(keyword, expected);
    if (expression) plan[name] = expression;
  }
  entity.text(`rule.${plan.id}`, message);
  const confirms = rule.get("confirms");
  if (confirms) readConfirmation(plan, confirms, entity);
  for (const lang of entity.dialect.languages) checkPlaceholders(message?.get(lang), entity);
  entity.plan.rules.push(plan);
}

/** Reads the sentence of a rule that holds, once all fields are known. */
function readConfirmation(plan: RulePlan, confirms: Json, entity: EntityDraft): void {
  const named = entity.dialect.languages.flatMap((lang) => listPlaceholders(confirms.get(lang)));
  plan.confirms = [...new Set(named.map(({ name }) => name))];
  entity.later(() => readSentence(entity, `confirms.${plan.id}`, confirms, []));
}

const bound = (draft: EntityDraft, kind: string | undefined) =>
  kind === undefined ? undefined : draft.kind(kind).celType;

/**
 * Returns the path to a rule in its file.
 * @example
 * buildRulePath([{ id: "lines.dear", list: "lines" }], "lines.dear") // => ["properties", "lines", "items", "x-rules", "0"]
 */
export function buildRulePath(all: readonly Pick<RulePlan, "id" | "list">[], id: string): string[] {
  const list = id.includes(".") ? id.slice(0, id.lastIndexOf(".")) : undefined;
  const beside = all.filter((rule) => rule.list === list);
  return [...buildLogicPath(list), "x-rules", String(beside.findIndex((rule) => rule.id === id))];
}

const listParts = ({ when, assert, min, max }: RulePlan) => [when, assert, min, max];
const getSource = (expression: Expression | undefined) => expression?.source;

function* compareRules(change: RecordPair): Generator<Difference> {
  const read = (plan: EntityPlan) => new Map(plan.rules.map((rule) => [rule.id, rule]));
  const [was, is] = [read(change.was), read(change.is)];
  const place = ({ id, at }: RulePlan) => {
    const { zh, en } = change.text(`field.${at}.label`, at);
    return change.part(id, buildRulePath(change.is.rules, id), { zh: `${zh}：`, en: `${en}: ` });
  };
  const message = ({ id }: RulePlan) => editWords(change.text(`rule.${id}`, id), /[。.!！]$/, "");
  for (const rule of was.values()) {
    const { zh, en } = message(rule);
    if (!is.has(rule.id))
      yield place(rule).report(
        "rule-removed",
        rule.warns ? "none/none" : "info/warning",
        { zh: `不再有规则“${zh}”`, en: `no longer has the rule "${en}"` },
        { field: rule.at, ...addRisk(isControl(rule), "control-loosened") },
      );
  }
  for (const rule of is.values()) {
    const old = was.get(rule.id);
    const { zh, en } = message(rule);
    if (!old)
      yield place(rule).report(
        "rule-added",
        rule.warns ? "warning/none" : "breaking/none",
        { zh: `新规则“${zh}”`, en: `has the new rule "${en}"` },
        { field: rule.at },
      );
    else if (!isSame(normalizeRule(old, change.was), normalizeRule(rule, change.is))) {
      const [before, now] = [formatClauses(old), formatClauses(rule)];
      const clauses =
        before === now
          ? { zh: "", en: "" }
          : { zh: `：由 ${before} 改为 ${now}`, en: `: ${now}, instead of ${before}` };
      yield place(rule).report(
        "rule-changed",
        rule.warns ? "warning/info" : "breaking/info",
        { zh: `改了规则“${zh}”${clauses.zh}`, en: `has another rule "${en}"${clauses.en}` },
        {
          field: rule.at,
          ...(!rule.warns && { byWitness: true }),
          ...addRisk(isControl(old) && !isStricter(old, rule), "control-loosened"),
        },
      );
    }
  }
}

const editWords = ({ zh, en }: Words, pattern: RegExp, by: string): Words => ({
  zh: zh.replace(pattern, by),
  en: en.replace(pattern, by),
});

/** Variables available to every expression, without facts outside of the record. */
const OWN = new Set(["self", "constants", "today"]);

/**
 * Returns whether a rule protects money or rights: only the server enforces it, or it reads facts such as the limits of
 * a channel.
 */
const isControl = (rule: RulePlan): boolean =>
  !rule.warns &&
  (rule.authority === "server" ||
    listParts(rule).some((expression) => expression?.reads.some((path) => !OWN.has(path.split(".")[0] ?? ""))));

/**
 * Returns whether a control only became stricter: it applies more often (`when` was removed or gained an alternative)
 * or asserts more (a condition was added). Any other change of a control counts as loosened.
 */
function isStricter(was: RulePlan, is: RulePlan): boolean {
  if (is.warns || was.at !== is.at || (was.authority === "server" && is.authority !== "server")) return false;
  if (getSource(was.min) !== getSource(is.min) || getSource(was.max) !== getSource(is.max)) return false;
  const [when, now] = [getSource(was.when), getSource(is.when)];
  const [assert, asserts] = [getSource(was.assert), getSource(is.assert)];
  const applies = now === undefined || now === when || (when !== undefined && now.startsWith(`${when} || `));
  const demands =
    asserts === assert ||
    assert === "true" ||
    (assert !== undefined &&
      !assert.includes("||") &&
      asserts?.startsWith(`${assert} && `) === true &&
      !asserts.includes("||"));
  return applies && demands;
}

/** Renders a rule as written in the schema. */
const formatClauses = (rule: RulePlan): string =>
  listParts(rule)
    .flatMap((expression, index) =>
      expression ? [`${["when", "", ">=", "<="][index]} ${expression.source}`.trim()] : [],
    )
    .join(" ");

/** Returns what a rule requires, with the values of its constants filled in. */
function normalizeRule(rule: RulePlan, { constants = {} }: EntityPlan): unknown {
  const parts = listParts(rule);
  const reads = parts.flatMap((expression) => expression?.reads ?? []);
  return [
    rule.at,
    rule.authority,
    rule.warns ?? false,
    parts.map(getSource),
    Object.entries(constants).filter(([name]) => reads.includes(`constants.${name}`)),
  ];
}
