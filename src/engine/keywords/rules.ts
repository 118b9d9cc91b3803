import type { RulePlan } from "../model/entity.ts";
import type { EntityDraft } from "../schema/draft.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import type { Json } from "../schema/json.ts";
import { checkPlaceholders } from "./messages.ts";
import { listPlaceholders, readSentence } from "../lifecycle/sentences.ts";
import { defineKeyword } from "../schema/keyword.ts";
import type { LogicDraft } from "../schema/logic-draft.ts";

const buildRule = (keyword: string) => ({ required: [keyword] });

/** `x-rules`: conditions on the values of a record or row, as CEL expressions. */
export const rules = defineKeyword({
  name: "x-rules",
  on: ["entity", "request", "rows"],
  schema: {
    type: "array",
    items: {
      type: "object",
      required: ["id", "at", "message"],
      properties: {
        id: { $ref: "#/$defs/name" },
        at: { $ref: "#/$defs/path" },
        when: { $ref: "#/$defs/cel" },
        assert: { $ref: "#/$defs/cel" },
        min: { $ref: "#/$defs/cel" },
        max: { $ref: "#/$defs/cel" },
        message: { $ref: "#/$defs/text" },
        authority: { enum: ["both", "server"] },
        warns: { const: true },
        hint: { const: true },
        confirms: { $ref: "#/$defs/text" },
      },
      dependentRequired: { confirms: ["assert"] },
      oneOf: [buildRule("assert"), buildRule("min"), buildRule("max")],
      additionalProperties: false,
    },
  },
  doc: {
    zh: "字段之间的关系（CEL）。assert 必须成立；min / max 是 at 字段的下限 / 上限，多个同时不满足时报最严的一个，数值在 {limit}。when 不成立时不检查。读到的字段缺失时规则不作声。authority: server 表示浏览器可能不知道的事实，服务器一定检查。warns: true 只在字段下提醒，不拒绝。hint: true（min / max）平时也把 message 写在字段下。confirms（assert）在字段有值、且确知规则成立时写在字段下，说核对了什么，可写 {字段}；表单不再另画其中的只读字段，核对时仍列出。写在列表的 items 里时逐行检查，本行是 row，列表外一层的行是 parent。",
    en: "Relations between values (CEL). `assert` must hold; `min` / `max` bound the field at `at`: of several that fail, the strictest is reported, its value in {limit}. Not checked unless `when` holds; silent while a field it reads is absent. `authority: server`: needs facts that the browser may not have; the server always enforces it. `warns: true`: says it below the field and refuses nothing. `hint: true` (of `min` / `max`): the field's hint says the message as well. `confirms` (of `assert`): the sentence below the field, with `{field}` for values, while the field has a value and the rule is known to hold; it says what was checked. A read-only field that it names is not drawn in the form again, only in the review. In the `items` of a list every row is checked: the row is `row`, the row around a list in a list `parent`.",
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
