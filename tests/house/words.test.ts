/** The engine names no product: none of the payment product's words, and Chinese only where texts for users stand. */
import { expect, it } from "vitest";
import { filesIn, read } from "./source.ts";

/** Words of the product, and of the one country that it is for. */
const PRODUCT =
  /merchant|ledger|avail(?!abl)|cnaps|CNY|pay\+totp|certified|\/mer\/|linked-?bank|credit-?code|resident-?id|card-?number|fee-?rate|\bswift\b/gi;

const files = filesIn("src/engine", /\.tsx?$/);

it("names no product", () => {
  expect(files.flatMap((file) => (read(file).match(PRODUCT) ?? []).map((word) => `${file} ${word}`))).toEqual([]);
});

/** Texts that are no label and no sentence for users: what is read from files and clipboards, and tables of names. */
const READ = new Set([
  "base/initials.ts",
  "entity/mask.ts",
  "filter/use-filter-label.tsx",
  "form/pasted.ts",
  "kinds/currency/currency.ts",
  "kinds/dates.ts",
  "kinds/long-text/long-text.ts",
  "kinds/money/money.ts",
  "kinds/numbers.ts",
  "kinds/secret/secret.ts",
  "kinds/text/text.ts",
  "kinds/yes-no/yes-no.ts",
  "query/phrases.ts",
]);
/** Files of sentences, and the words of the language itself, whose documentation and examples are in both languages. */
const isTexts = (path: string) =>
  /(^|\/)(finding-words|finding-things|rule-words|messages|words|receipt-words|instead|meta)\.ts$/.test(path) ||
  path.startsWith("keywords/");

it("has Chinese texts only beside `zh` and `label`, in catalogues of sentences, and where files are read", () => {
  const wrong = files.flatMap((file) => {
    const path = file.slice("src/engine/".length);
    if (READ.has(path) || isTexts(path)) return [];
    const lines = read(file)
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .split("\n");
    return lines.flatMap((line) =>
      /[\u4e00-\u9fff]/.test(line) && !/\bzh\b|label/.test(line) ? [`${path} ${line.trim()}`] : [],
    );
  });
  expect(wrong).toEqual([]);
});
