/**
 * Parses pasted labels and values (`户名：…  账号：…`). `fill-pasted.ts`, which is loaded on the first match, fills them into
 * a form.
 */
/** A label with its value. */
export interface Pair {
  label: string;
  value: string;
}
/** Minimum number of pairs, since a single value may contain a colon. */
export const LEAST_PAIRS = 2;
const LABEL = "[\\p{L}（）()/]{2,20}";
const PAIR = new RegExp(
  `(?:^|[\\s;；,，])(${LABEL})\\s*[:：]\\s*([^\\n\\r;；]*?)(?=\\s+${LABEL}\\s*[:：]|[\\n\\r;；]|$)`,
  "gu",
);

/** Returns the pairs in a string in order, or an empty array when the string does not consist of labels and values. */
export function parsePairs(text: string): Pair[] {
  const pairs = [...text.trim().matchAll(PAIR)]
    .map(([, label = "", value = ""]) => ({ label: label.trim(), value: value.trim() }))
    .filter(({ value }) => value !== "");
  return pairs.length >= LEAST_PAIRS ? pairs : [];
}
