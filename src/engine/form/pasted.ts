/** A block of lines as people pass it on (`户名：…  账号：…`, one label and value after another), as pairs. Whoever fills a form with them loads when one is pasted. */
/** One label of the block with what stands behind it. */
export interface Pair {
  label: string;
  value: string;
}
/** Fewer are no block: a value may hold a colon. */
export const LEAST_PAIRS = 2;
const LABEL = "[\\p{L}（）()/]{2,20}";
const PAIR = new RegExp(
  `(?:^|[\\s;；,，])(${LABEL})\\s*[:：]\\s*([^\\n\\r;；]*?)(?=\\s+${LABEL}\\s*[:：]|[\\n\\r;；]|$)`,
  "gu",
);

/** The labels and values of a text, in their order; empty where it is none. */
export function pairsOf(text: string): Pair[] {
  const pairs = [...text.trim().matchAll(PAIR)]
    .map(([, label = "", value = ""]) => ({ label: label.trim(), value: value.trim() }))
    .filter(({ value }) => value !== "");
  return pairs.length >= LEAST_PAIRS ? pairs : [];
}
