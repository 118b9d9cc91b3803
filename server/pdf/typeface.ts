// oxlint-disable-next-line typescript/triple-slash-reference -- products compile this file with a tsconfig of their own
/// <reference path="./subset-font.d.ts" />
/**
 * The typeface of all PDFs: Noto Sans SC, subset to the glyphs of the document. `@fontsource-variable/noto-sans-sc`
 * splits the typeface into about a hundred variable-weight files by frequency of use. A document's glyphs are taken
 * from the files that contain them.
 * @see docs/decisions/pages.md#documents-are-pdf-in-one-typeface-that-is-subset-at-use
 */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import subsetFont from "subset-font";

/** Weight of the typeface: regular or semibold. */
export type Weight = 400 | 600;
export interface Run {
  font: string;
  text: string;
}
/** Subsets for a document: TrueType files by name, and a function that splits a text into runs. */
export interface Face {
  fonts: ReadonlyMap<string, Buffer>;
  runs(text: string, weight: Weight): Run[];
}

const folder = dirname(createRequire(import.meta.url).resolve("@fontsource-variable/noto-sans-sc/package.json"));
/** Replaces a character that the typeface lacks, so that the reader notices that something is missing. */
const MISSING = "□";
let known: Map<number, string> | undefined;

/**
 * Returns the font file of each code point. If several files contain it, the last one is used, so that all letters and
 * digits come from the Latin file.
 */
function readPieces(): ReadonlyMap<number, string> {
  if (known) return known;
  known = new Map();
  const ranges: Record<string, string> = JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8"));
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
const findPiece = (letter: string): string | undefined => readPieces().get(letter.codePointAt(0) ?? 0);
const getFontPath = (piece: string, weight: Weight): string => `${piece}/${weight}`;

/**
 * Files at a fixed weight, by font name. Each is created once and cached: all of them are about 15 MB, and a document
 * needs about twenty.
 */
const cuts = new Map<string, Promise<Buffer>>();

async function cutPiece(piece: string, weight: Weight): Promise<Buffer> {
  const file = await readFile(join(folder, "files", `noto-sans-sc-${piece}-wght-normal.woff2`));
  const letters = [...readPieces()].flatMap(([code, name]) => (name === piece ? [String.fromCodePoint(code)] : []));
  return subsetFont(file, letters.join(""), { targetFormat: "truetype", variationAxes: { wght: weight } });
}

/** Returns the fonts that the texts need. pdfkit embeds only the glyphs that are drawn. */
export async function cutFace(texts: Iterable<{ text: string; weight: Weight }>): Promise<Face> {
  const needed = new Map<string, { piece: string; weight: Weight }>();
  for (const { text, weight } of texts) {
    for (const letter of `${text}${MISSING}`) {
      const piece = findPiece(letter);
      if (piece !== undefined) needed.set(getFontPath(piece, weight), { piece, weight });
    }
  }
  const fonts = new Map<string, Buffer>();
  for (const [font, { piece, weight }] of needed) {
    const cut = cuts.get(font) ?? cutPiece(piece, weight);
    cuts.set(font, cut);
    // Do not cache a failure, so that the next document reads the font again.
    fonts.set(
      font,
      await cut.catch((error: unknown) => {
        cuts.delete(font);
        throw error;
      }),
    );
  }
  return { fonts, runs: (text, weight) => splitRuns(text, weight) };
}

function splitRuns(text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const given of text) {
    const own = findPiece(given);
    const letter = own === undefined ? MISSING : given;
    const font = getFontPath(own ?? findPiece(MISSING) ?? "", weight);
    const last = runs.at(-1);
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  return runs;
}
