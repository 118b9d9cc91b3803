/** Parses a pasted block of labels and values (`户名：…  账号：…`). `fill-pasted.ts` fills a form with them; it is loaded on paste. */
/** One label with its value. */
export interface Pair {
  label: string;
  value: string;
}
/** Fewer pairs do not make a block: a single value may contain a colon. */
export const LEAST_PAIRS = 2;
const LABEL = "[\\p{L}（）()/]{2,20}";
const PAIR = new RegExp(
  `(?:^|[\\s;；,，])(${LABEL})\\s*[:：]\\s*([^\\n\\r;；]*?)(?=\\s+${LABEL}\\s*[:：]|[\\n\\r;；]|$)`,
  "gu",
);

/** Returns the pairs of a text, in order; empty when it is not a block. */
export function parsePairs(text: string): Pair[] {
  const pairs = [...text.trim().matchAll(PAIR)]
    .map(([, label = "", value = ""]) => ({ label: label.trim(), value: value.trim() }))
    .filter(({ value }) => value !== "");
  return pairs.length >= LEAST_PAIRS ? pairs : [];
}
