import { userStatuses } from "../../contract/constants.gen.ts";
import type { TransitionPlan } from "@portolan/engine";
import { defineEffect } from "@portolan/engine/compiler";
import { effectMessages } from "./finding-messages.ts";

const CERTIFIED = 1;
/** Optional names in the schema, mapped to the corresponding properties of the plan. */
const NAMES = [
  ["name", "renames"],
  ["nameEn", "renamesEn"],
  ["person", "introduces"],
] as const;
const buildCertifyEvent = (keywords: object) => ({
  on: "certify",
  from: "open",
  to: "open",
  by: "provider",
  ...keywords,
});

/** `certify`: sets a merchant's certification status. */
export const certify = defineEffect({
  name: "certify",
  schema: {
    type: "object",
    required: ["status"],
    properties: {
      status: { enum: userStatuses },
      name: { $ref: "#/$defs/cel" },
      nameEn: { $ref: "#/$defs/cel" },
      person: { $ref: "#/$defs/cel" },
    },
    additionalProperties: false,
  },
  doc: {
    zh: "在同一事务里把商户的认证状态改为 status（4 未认证、0 审核中、-1 失败、1 通过）；商户自己的事件不能给出 1。name 是商户从此使用的名称，nameEn 是它的英文名称（空就是没有），person 是只有邮箱名的用户从此使用的姓名。",
    en: "Sets the merchant's certification to `status` (4 not certified, 0 under review, -1 failed, 1 passed) in the same transaction; an event of the merchant's own cannot give 1. `name` is the name that the merchant carries from then on, `nameEn` its English one (empty: none), `person` that of its user who was known by an address alone.",
  },
  read(keyword, draft) {
    const status = keyword.get("status");
    const plan: Partial<TransitionPlan> = {};
    const found = userStatuses.find((item) => item === status?.value);
    if (found !== undefined) plan.userStatus = found;
    if (status && draft.plan.by === "merchant" && found === CERTIFIED)
      draft.entity.report(status.location(), "certifies-itself", effectMessages.certifiesItself());
    for (const [member, target] of NAMES) {
      const source = keyword.get(member);
      const name = source && draft.expression(source, "string");
      if (name) plan[target] = name;
    }
    return plan;
  },
  expressions: (plan) => NAMES.flatMap(([, target]) => plan[target] ?? []),
  compare: [
    { member: "userStatus", words: { zh: "认证状态", en: "certifies" }, risk: ["control-loosened", () => true] },
    { member: "renames", words: { zh: "商户名称", en: "names the merchant" } },
    { member: "renamesEn", words: { zh: "商户英文名", en: "names the merchant in English" } },
    { member: "introduces", words: { zh: "人员姓名", en: "names the person" } },
  ],
  examples: {
    good: [
      {
        value: { status: 1, name: "self.title", nameEn: "self.title", person: "self.title" },
        at: buildCertifyEvent({}),
      },
      { value: { status: 0 }, at: buildCertifyEvent({ by: "merchant" }) },
    ],
    bad: [
      { value: { status: 1 }, at: buildCertifyEvent({ by: "merchant" }), rule: "certifies-itself" },
      { value: { status: 2 }, at: buildCertifyEvent({}), rule: "bad-value" },
      { value: { name: "self.title" }, at: buildCertifyEvent({}), rule: "missing-word" },
      { value: { status: 1, name: "self.amount" }, at: buildCertifyEvent({}), rule: "bad-expression" },
    ],
  },
});
