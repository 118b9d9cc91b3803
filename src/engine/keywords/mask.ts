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
    properties: { style: { enum: Object.keys(maskStyles) }, in: { type: "array", uniqueItems: true, items: { enum: PLACES } } },
    additionalProperties: false,
  },
  doc: {
    zh: "由服务器遮盖部分内容：style 是方式，in 是在哪里（默认 list、receipt、log）。原样送回的遮盖值表示未修改。",
    en: "Partly covered by the server: `style` says how, `in` where (list, receipt and log unless said). A covered value that comes back means unchanged.",
  },
  field(word, { plan }) {
    plan.mask = { style: word.get("style")!.value as string, in: (word.get("in")?.value as MaskPlace[] | undefined) ?? DEFAULT_PLACES };
  },
  examples: {
    good: [{ value: { style: "account" } }, { value: { style: "email", in: ["log"] } }],
    bad: [
      { value: { style: "acount" }, rule: "bad-value", suggestion: "account" },
      { value: { style: "account", in: ["lists"] }, rule: "bad-value", suggestion: "list" },
    ],
  },
});
