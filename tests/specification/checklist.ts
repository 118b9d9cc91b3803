/** The specification as a list of ids, to which merchants and reviewers can refer. */
import { readFileSync } from "node:fs";

/** An id. `field`: the entity and property that declare it (`recharge.amount`). */
export interface Item {
  id: string;
  text: string;
  field?: string;
}

export const checklist = JSON.parse(readFileSync(new URL("checklist.json", import.meta.url), "utf8")) as Item[];

const ID = /^[A-Z]\d+(\.\d+)?$/;

/**
 * Returns the ids cited in brackets in a test title: `[V6 E10.2]`, `[C12-C23]`. A bracket with any other content cites
 * nothing.
 */
export function idsIn(title: string): string[] {
  return [...title.matchAll(/\[([^\]]+)\]/g)].flatMap(([, inner]) => {
    const words = inner!.trim().split(/[\s,]+/);
    const ids = words.flatMap(expand);
    return ids.every((id) => ID.test(id)) ? ids : [];
  });
}

function expand(word: string): string[] {
  const range = /^([A-Z])(\d+)-\1?(\d+)$/.exec(word);
  if (!range) return [word];
  const [, letter, from, to] = range;
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${letter}${Number(from) + index}`);
}
