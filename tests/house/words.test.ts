/**
 * Engine and server are independent of the product: they contain none of its terms, and the engine contains Chinese
 * only in texts for users.
 */
import { expect, it } from "vitest";
import { filesIn, read } from "./source.ts";

/** Terms of the product, and of the country it is made for. */
const PRODUCT =
  /merchant|ledger|avail(?!abl)|cnaps|CNY|pay\+totp|certified|\/mer\/|linked-?bank|credit-?code|resident-?id|card-?number|fee-?rate|\bswift\b/gi;

const files = filesIn("src/engine", /\.tsx?$/);

it("names no product", () => {
  expect(files.flatMap((file) => (read(file).match(PRODUCT) ?? []).map((word) => `${file} ${word}`))).toEqual([]);
});

/** Chinese that is not a user-facing label or sentence: text parsed from files and clipboards, and tables of names. */
const READ = new Set([
  "base/pinyin.ts",
  "entity/masking.ts",
  "filter/use-filter-label.tsx",
  "form/pasted.ts",
  "kinds/currency/currency.ts",
  "kinds/dates.ts",
  "kinds/long-text/long-text.ts",
  "kinds/money/money.ts",
  "kinds/written-numbers.ts",
  "kinds/secret/secret.ts",
  "kinds/text/text.ts",
  "kinds/time/time.ts",
  "kinds/yes-no/yes-no.ts",
  "query/phrases.ts",
]);
/** Files of user-facing sentences, and the schema keywords, whose documentation and examples are in both languages. */
const isTexts = (path: string) =>
  /(^|\/)(finding-messages|json-messages|finding-subjects|rule-messages|messages|transition-keywords|receipt-texts|instead|meta)\.ts$/.test(
    path,
  ) || path.startsWith("keywords/");

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

/**
 * Terms of the payment product, with the files of the generic server that may contain them: the protocol of providers,
 * and the command line.
 */
const SERVER_WORDS: readonly [word: RegExp, allowed: RegExp][] = [
  // A field of provider requests and an option of `portolan verify` have this name, and a common password.
  [
    /merchant/gi,
    /^(session\/common-passwords|providers\/(request|provider-port|verify\/trial)|cli\/(verify|command)|manual-provider\/tasks)\.ts$/,
  ],
  [/\bmer(?:Token|Id|Name\w*)\b|payHash|pay_\w+/g, /^$/],
  // The failures of all products have texts in one list.
  [/payPassword/g, /^core\/failure-text\.ts$/],
  // The documentation of a header lists the calls to which it belongs.
  [/\/mer\//g, /^http\/openapi-headers\.ts$/],
  [/["']certified["']|\bPASSED\b|UNCERTIFIED/g, /^$/],
  [/CNY|cnaps|linked-?bank/gi, /^$/],
];

it("keeps the product out of the generic server", () => {
  const generic = filesIn("server", /\.ts$/).filter((file) => !/^server\/(payments|sandbox|serve\.ts)/.test(file));
  const wrong = generic.flatMap((file) =>
    SERVER_WORDS.filter(([, allowed]) => !allowed.test(file.slice("server/".length))).flatMap(([word]) =>
      (read(file).match(word) ?? []).map((found) => `${file} ${found}`),
    ),
  );
  expect(wrong).toEqual([]);
});

it("allows a word of the product only in files that hold it", () => {
  const idle = SERVER_WORDS.flatMap(([word, allowed]) =>
    filesIn("server", /\.ts$/)
      .filter((file) => allowed.test(file.slice("server/".length)) && !file.startsWith("server/calls/"))
      .filter((file) => !read(file).match(word))
      .map((file) => `${file} ${word.source}`),
  );
  expect(idle).toEqual([]);
});

it("chooses texts by a table of languages or a locale file, not by a comparison in the code", () => {
  const all = ["src", "server"].flatMap((folder) => filesIn(folder, /\.tsx?$/));
  expect(all.filter((file) => /\b(?:lang|language)\s*[!=]==\s*["'](?:zh|en)["']/i.test(read(file)))).toEqual([]);
});

/** `x.isOf(type)` reads like a question, and `oneOf` is a JSON Schema keyword. */
const OF = new Set(["isOf", "oneOf"]);

it("begins names of functions with a verb instead of ending them in `Of`", () => {
  const functions = /^(?:export )?(?:(?:async )?function\*? |const (?=\w+ = (?:async )?(?:\(|<)))([a-z]\w*Of)\b/gm;
  const named = ["src", "server"]
    .flatMap((folder) => filesIn(folder, /\.tsx?$/))
    .flatMap((file) => [...read(file).matchAll(functions)].map(([, name = ""]) => `${file} ${name}`));
  expect(named.filter((one) => !OF.has(one.split(" ")[1] ?? ""))).toEqual([]);
});
