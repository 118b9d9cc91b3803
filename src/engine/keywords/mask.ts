import type { MaskPlace } from "../entity/entity.ts";
import { maskStyles } from "../export/mask.ts";
import { defineKeyword } from "./keyword.ts";

const PLACES = ["list", "detail", "form", "export", "receipt", "log"];
const DEFAULT_PLACES: MaskPlace[] = ["list", "receipt", "log"];

/** The word `x-mask`. */
export const mask = defineKeyword({
  name: "x-mask",
  on: ["field"],
  types: ["string"],
  schema: {
    type: "object",
    required: ["style"],
    properties: { style: { enum: Object.keys(maskStyles) }, in: { type: "array", uniqueItems: true, items: { enum: PLACES } }, stored: { type: "boolean" } },
    additionalProperties: false,
  },
  doc: {
    zh: "由服务器遮盖部分内容：style 是方式，in 是在哪里（默认 list、receipt、log）。原样送回的遮盖值表示未修改。stored: true 表示保存的就是遮盖后的值，因此可以搜索；其他遮盖的字段不能搜索。",
    en: "Partly covered by the server: `style` says how, `in` where (list, receipt and log unless said). A covered value that comes back means unchanged. `stored: true`: what is stored is covered already, so that it may be searched; no other masked field may.",
  },
  field(word, { plan }) {
    plan.mask = { style: word.get("style")!.value as string, in: (word.get("in")?.value as MaskPlace[] | undefined) ?? DEFAULT_PLACES, ...(word.get("stored")?.value === true ? { stored: true as const } : {}) };
  },
  examples: {
    good: [{ value: { style: "account" } }, { value: { style: "email", in: ["log"] } }, { value: { style: "account", stored: true } }],
    bad: [
      { value: { style: "acount" }, rule: "bad-value", suggestion: "account" },
      { value: { style: "account", in: ["lists"] }, rule: "bad-value", suggestion: "list" },
    ],
  },
});
