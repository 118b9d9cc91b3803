import { defineKeyword, refuseUnsealed } from "../../engine/compiler.ts";

const MIN_LENGTH = 8;
const MAX_LENGTH = 64;

/** `x-digest`: a password that is hashed before it leaves the browser. */
export const digest = defineKeyword({
  name: "x-digest",
  on: ["field"],
  types: ["string"],
  schema: { enum: ["login", "pay"] },
  doc: {
    zh: "密码：输入 8 至 64 个字，发送的是摘要。login 登录密码，pay 支付密码。",
    en: "A password: 8 to 64 characters are typed, a digest is sent. `login` for signing in, `pay` for paying.",
  },
  field(keyword, draft) {
    const { plan } = draft;
    refuseUnsealed(draft, keyword);
    plan.digest = keyword.value as "login" | "pay";
    plan.sensitive = true;
    plan.writeOnly = true;
    plan.schema = { minLength: MIN_LENGTH, maxLength: MAX_LENGTH, ...plan.schema, writeOnly: true };
  },
  examples: {
    good: [{ value: "login", with: { "x-sealed": true } }],
    bad: [
      { value: "logn", rule: "bad-value", suggestion: "login" },
      { value: "login", rule: "stored-in-clear", suggestion: "x-sealed" },
    ],
  },
});
