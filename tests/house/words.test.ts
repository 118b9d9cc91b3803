/** The engine names no product: none of the payment product's words, and Chinese only where texts for users stand. */
import { expect, it } from "vitest";
import { filesIn, read } from "./source.ts";

/** Words of the product, and of the one country that it is for. */
const PRODUCT = /merchant|ledger|avail(?!abl)|cnaps|CNY|pay\+totp|certified|\/mer\//gi;

/** Rooms that still name the product, with how often. A number only falls; a room that is not here has none. */
const LEFT: Readonly<Record<string, number>> = {
  compile: 2,
  detail: 2,
  import: 1,
  keywords: 5,
  kinds: 10,
  lifecycle: 30,
  model: 7,
};

const roomOf = (file: string) => file.split("/")[2]!;
const files = filesIn("src/engine", /\.tsx?$/);

it("names the product no more often than it is known to", () => {
  const found: Record<string, number> = {};
  for (const file of files) {
    const times = read(file).match(PRODUCT)?.length ?? 0;
    if (times > 0) found[roomOf(file)] = (found[roomOf(file)] ?? 0) + times;
  }
  const wrong = Object.entries(found).filter(([room, times]) => times > (LEFT[room] ?? 0));
  expect(wrong).toEqual([]);
});

/** Texts that are no label and no sentence for users: what is read from files and clipboards, and tables of names. */
const READ = new Set([
  "base/initials.ts",
  "entity/mask.ts",
  "filter/use-filter-label.tsx",
  "form/pasted.ts",
  "kinds/credit-code/credit-code.ts",
  "kinds/currency/currency.ts",
  "kinds/dates.ts",
  "kinds/linked-bank-no/linked-bank-no.ts",
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
  /(^|\/)(finding-words|rule-words|messages|words|receipt-words|instead|meta)\.ts$/.test(path) ||
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
