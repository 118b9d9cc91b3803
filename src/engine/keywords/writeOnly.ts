import { defineKeyword } from "../schema/keyword.ts";
import { refuseUnsealed } from "./sealed.ts";
import { compareMember } from "../schema/comparison.ts";

/** `writeOnly`: a field that can be written but is never returned. */
export const writeOnly = defineKeyword({
  name: "writeOnly",
  on: ["field"],
  schema: { type: "boolean" },
  standard: true,
  doc: {
    zh: "只写不读，例如密钥；不离开服务器，也不出现在任何列表、详情、回答和导出中。保存下来的要同时写 x-sealed。",
    en: "Written and never read back, such as a partner's key; the server returns it in no list, detail, response or file. If it is stored, it needs `x-sealed` too.",
  },
  field(keyword, draft) {
    if (keyword.value === true) refuseUnsealed(draft, keyword);
  },
  compare: compareMember("writeOnly", {
    keyword: "writeOnly",
    words: { zh: "只写不返回", en: "write-only" },
    added: "none/breaking",
    removed: "none/warning",
    risk: ["exposure-widened", ({ was, is }) => was.writeOnly && !is.writeOnly],
  }),
  explain: null,
  examples: {
    good: [
      { value: true, with: { "x-sealed": true } },
      { value: true, with: { "x-local": true } },
    ],
    bad: [
      { value: "true", rule: "bad-value" },
      { value: true, rule: "stored-in-clear", suggestion: "x-sealed" },
    ],
  },
});
