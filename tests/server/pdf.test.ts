/**
 * PDF documents: text is selectable, lines break by the rules of both languages, and only the glyphs used are embedded.
 */
import { expect, it } from "vitest";
import { breakLines, type Span } from "../../server/pdf/lines.ts";
import { writePdf } from "../../server/pdf/write-pdf.ts";
import { textOfPdf } from "./pdf-text.ts";

const PAPER = {
  title: "样张 Sample",
  at: 0,
  blocks: [
    { spans: [{ text: "杭州启航贸易有限公司", bold: true as const }, { text: " 授权 李慧，Ltd. 91330100MA27。" }] },
    {
      widths: [1, 2],
      rows: [
        {
          cells: [[{ spans: [{ text: "户名\u0007\nAccount" }] }], [{ spans: [{ text: "Müller & Söhne <b> 龘 😀" }] }]],
        },
      ],
    },
  ],
};

it("contains selectable text in both languages, with a placeholder for missing glyphs", async () => {
  const text = textOfPdf(await writePdf(PAPER));
  expect(text).toBe("杭州启航贸易有限公司 授权 李慧，Ltd. 91330100MA27。\n户名 AccountMüller & Söhne <b> 龘 □");
});

it("embeds only the glyphs used, and is byte-identical at the same moment", async () => {
  const [one, same] = [await writePdf(PAPER), await writePdf(PAPER)];
  expect(one.length).toBeLessThan(60_000);
  expect(one.equals(same)).toBe(true);
});

it("continues on another page when one is full", async () => {
  const blocks = Array.from({ length: 90 }, (_row, index) => ({ spans: [{ text: `第 ${index + 1} 行` }] }));
  const pdf = await writePdf({ title: "长", at: 0, blocks });
  expect(pdf.toString("latin1").match(/\/Type \/Page\n/g)!.length).toBeGreaterThan(1);
  expect(textOfPdf(pdf).split("\n")).toEqual(blocks.map(({ spans }) => spans[0]!.text));
});

/** Every character has a width of one. */
const broken = (width: number, ...spans: Span[]) =>
  breakLines(spans, width, (text) => [...text].length).map((line) =>
    line.map(({ text, width: wide }) => (text === "" ? "_".repeat(wide) : text)).join(""),
  );
it.each<[string, string[], string[]]>([
  ["breaks Chinese between any characters", broken(4, { text: "代表本公司办理" }), ["代表本公", "司办理"]],
  ["does not break before a full stop or comma", broken(4, { text: "代表公司，办理" }), ["代表公", "司，办理"]],
  ["does not break after an opening bracket", broken(4, { text: "代表公（司）" }), ["代表公", "（司）"]],
  [
    "breaks English between words and drops the space",
    broken(11, { text: "to open the account" }),
    ["to open the", "account"],
  ],
  ["splits a word longer than the line", broken(4, { text: "Holdings" }), ["Hold", "ings"]],
  [
    "does not split a blank to fill in",
    broken(8, { text: "公司 " }, { text: "", blank: 6 }, { text: "授权" }),
    ["公司 ", "______授权"],
  ],
])("%s", (_title, found, wanted) => expect(found).toEqual(wanted));
