import { compareMember, defineKeyword, refuseUnsealed } from "@portolan/engine/compiler";

const MAX_LENGTH = 64;

/** `x-digest`: a password that is hashed before it leaves the browser. */
export const digest = defineKeyword({
  name: "x-digest",
  on: ["field"],
  ofRecord: { instead: "x-sealed" },
  types: ["string"],
  schema: { enum: ["login", "pay"] },
  doc: {
    zh: "密码：最多 64 个字，发送的是摘要。新密码的最短长度由 minLength 写明。login 登录密码，pay 支付密码。",
    en: "A password of up to 64 characters, of which a digest is sent. A new one states its least length by `minLength`. `login` for signing in, `pay` for paying.",
  },
  field(keyword, draft) {
    const { plan } = draft;
    refuseUnsealed(draft, keyword);
    plan.digest = keyword.value as "login" | "pay";
    plan.sensitive = true;
    plan.writeOnly = true;
    plan.schema = { maxLength: MAX_LENGTH, ...plan.schema, writeOnly: true };
  },
  compare: compareMember("digest", {
    words: { zh: "以摘要发送", en: "sent as a digest" },
    added: "breaking/none",
    removed: "breaking/none",
  }),
  explain: null,
  examples: {
    good: [{ value: "login", with: { "x-sealed": true } }],
    bad: [
      { value: "logn", rule: "bad-value", suggestion: "login" },
      { value: "login", rule: "stored-in-clear", suggestion: "x-sealed" },
    ],
  },
});
