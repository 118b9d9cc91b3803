/**
 * Breaks text into lines: between Chinese characters and between English words, but never before closing punctuation or
 * after an opening bracket.
 */

export interface Span {
  text: string;
  bold?: true;
  /** Whether the text is smaller and lighter, as for a translation or a note. */
  quiet?: true;
  /** Underlines the text. If the text is empty, `blank` is the width in points of the line to be filled in by hand. */
  blank?: number;
}
/** Part of a line in one style, `width` points wide. */
export interface Bit {
  span: Span;
  text: string;
  width: number;
}
interface Word {
  bits: Bit[];
  width: number;
  space: boolean;
}

const CHINESE = String.raw`\p{Script=Han}\u3000-\u303f\uff00-\uffef“”‘’`;
const TOKENS = new RegExp(String.raw`[${CHINESE}]|[^\s${CHINESE}]+|\s+`, "gu");
const NEVER_FIRST = /^[，。、；：！？）》」』】”’%]/u;
const NEVER_LAST = /[（《「『【“‘]$/u;

/** Breaks spans into lines of at most `width` points. A word that is wider than a line is broken between characters. */
export function breakLines(
  spans: readonly Span[],
  width: number,
  measure: (text: string, span: Span) => number,
): Bit[][] {
  let line: Bit[] = [];
  const lines: Bit[][] = [line];
  let used = 0;
  const put = (bit: Bit) => {
    const last = line.at(-1);
    if (last && last.span === bit.span && bit.text !== "" && last.text !== "")
      Object.assign(last, { text: last.text + bit.text, width: measure(last.text + bit.text, bit.span) });
    else line.push({ ...bit });
    used = line.reduce((sum, bit) => sum + bit.width, 0);
  };
  for (const word of splitWords(spans, measure).flatMap((word) =>
    word.width > width ? splitLetters(word, measure) : [word],
  )) {
    if (used + word.width > width && used > 0 && !word.space) {
      lines.push((line = []));
      used = 0;
    }
    // Drop spaces at the start and end of a line.
    if (word.space && (used === 0 || used + word.width > width)) continue;
    word.bits.forEach(put);
  }
  return lines;
}

function splitWords(spans: readonly Span[], measure: (text: string, span: Span) => number): Word[] {
  const words: Word[] = [];
  for (const span of spans) {
    if (span.text === "" && span.blank !== undefined)
      words.push({ bits: [{ span, text: "", width: span.blank }], width: span.blank, space: false });
    for (const [text] of span.text.matchAll(TOKENS)) {
      const space = text.trim() === "";
      const bit = { span, text: space ? " " : text, width: measure(space ? " " : text, span) };
      const last = words.at(-1);
      const before = last?.bits.at(-1)?.text ?? "";
      if (last && !last.space && !space && (NEVER_FIRST.test(text) || NEVER_LAST.test(before))) {
        last.bits.push(bit);
        last.width += bit.width;
      } else words.push({ bits: [bit], width: bit.width, space });
    }
  }
  return words;
}

const splitLetters = (word: Word, measure: (text: string, span: Span) => number): Word[] =>
  word.bits.flatMap(({ span, text, width }) =>
    text === ""
      ? [{ bits: [{ span, text, width }], width, space: false }]
      : [...text].map((letter) => ({
          bits: [{ span, text: letter, width: measure(letter, span) }],
          width: measure(letter, span),
          space: false,
        })),
  );
