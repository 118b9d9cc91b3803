import { CONTROLS, createStringKind } from "../shared.ts";

/** Multi-line text. Line breaks are stored as `\n`. */
export const longText = createStringKind({
  name: "long-text",
  matches: (schema) => schema.type === "string" && schema.pattern === undefined && Number(schema.maxLength) > 200,
  clean: (value) => value.normalize("NFC").replace(CONTROLS, "").replace(/\r\n?/g, "\n").trim(),
  anyLength: true,
  width: 280,
  minWidth: 112,
  examples: ["按合同 2026-118 支付第二批货款。\n请备注发票号。", "Second instalment under contract 2026-118."],
  filler: "字",
});
