/**
 * The face of every PDF: Noto Sans SC, of which a paper carries the glyphs that it shows and no others. The package holds the face in a hundred
 * pieces by frequency of use, each variable in weight; what a paper needs is cut out of the pieces that have it (`docs/decisions/0093-papers-are-pdf.md`).
 */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import subsetFont from "subset-font";

export type Weight = 400 | 600;
/** Part of a text that one cut of the face shows. */
export interface Run {
  font: string;
  text: string;
}
/** What a paper's texts are set in: TrueType files by name, and which of them show a text. */
export interface Face {
  fonts: ReadonlyMap<string, Buffer>;
  runs(text: string, weight: Weight): Run[];
}

const folder = dirname(createRequire(import.meta.url).resolve("@fontsource-variable/noto-sans-sc/package.json"));
/** Stands for a character that the face does not have: seen by whoever reads the paper, never left out. */
const MISSING = "□";
let known: Map<number, string> | undefined;

/** The piece of each code point. Where two have it the later one does: letters and digits are all in the piece of Latin, not spread over many. */
function pieces(): ReadonlyMap<number, string> {
  if (known) return known;
  known = new Map();
  const ranges = JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")) as Record<string, string>;
  for (const [piece, text] of Object.entries(ranges)) {
    for (const range of text.split(",")) {
      const [first = 0, last = first] = range
        .replace("U+", "")
        .split("-")
        .map((code) => Number.parseInt(code, 16));
      for (let code = first; code <= last; code++) known.set(code, piece.replace(/[[\]]/g, ""));
    }
  }
  return known;
}
const fontOf = (letter: string, weight: Weight): string | undefined => {
  const piece = pieces().get(letter.codePointAt(0)!);
  return piece && `${piece}/${weight}`;
};

/** Cuts the face to these texts; each piece is read once. */
export async function cutFace(texts: Iterable<{ text: string; weight: Weight }>): Promise<Face> {
  const letters = new Map<string, Set<string>>();
  for (const { text, weight } of texts) {
    for (const letter of `${text}${MISSING}`) {
      const font = fontOf(letter, weight);
      if (font) (letters.get(font) ?? letters.set(font, new Set()).get(font)!).add(letter);
    }
  }
  const fonts = new Map<string, Buffer>();
  for (const [font, shown] of letters) {
    const [piece, weight] = font.split("/") as [string, string];
    const file = await readFile(join(folder, "files", `noto-sans-sc-${piece}-wght-normal.woff2`));
    fonts.set(
      font,
      await subsetFont(file, [...shown].join(""), {
        targetFormat: "truetype",
        variationAxes: { wght: Number(weight) },
      }),
    );
  }
  return { fonts, runs: (text, weight) => runsOf(text, weight) };
}

function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const given of text) {
    const letter = fontOf(given, weight) ? given : MISSING;
    const font = fontOf(letter, weight)!;
    const last = runs.at(-1);
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  return runs;
}
