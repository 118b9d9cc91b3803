import { CONTROLS, createStringKind } from "../shared.ts";

/** A single line of text. The fallback for strings that no more specific kind matches. */
export const text = createStringKind({
  name: "text",
  matches: (schema) => schema.type === "string",
  clean: (value) =>
    value
      .normalize("NFC")
      .replace(CONTROLS, "")
      .replace(/[\t\r\n]+/g, " ")
      .trim(),
  examples: ["深圳市海图贸易有限公司", "Portolan Trading Ltd", "11 月货款", "货款", "A"],
  minWidth: 112,
  filler: "字",
});
