/** Checks the positional arguments of a command against its usage. */
import { closest, distance } from "fastest-levenshtein";
import type { Options } from "./command.ts";

/** Positional arguments of one usage, without the command and its options. */
type Words = readonly string[];

/**
 * Matches one part of a usage: a literal, `<placeholder>`, `[optional]`, or several of them without a space in between.
 */
const PART = /(?:<[^>]*>|\[[^\]]*\]|[^\s<[])+/g;

/** Splits a usage into its alternatives. */
export const listUsages = (usage: string): string[] => usage.split(" | ");

function readWords(usage: string, options: Options): Words {
  const words: string[] = [];
  let isValue = false;
  for (const [part] of usage.matchAll(PART)) {
    const option = /^--([\w-]+)$/.exec(part)?.[1];
    if (option === undefined && !isValue && !part.startsWith("[--")) words.push(part);
    isValue = option !== undefined && options[option]?.type === "string";
  }
  return words.slice(1);
}

const isLiteral = (part: string) => /^[a-z][a-z-]*$/.test(part);

/** Returns the number of leading arguments that match a usage. */
function countTaken(way: Words, words: readonly string[]): number {
  const last = way.at(-1) ?? "";
  const found = words.findIndex((word, at) => {
    const part = way[at] ?? (last.endsWith("...") ? last : undefined);
    return part === undefined || (isLiteral(part) && part !== word);
  });
  return found === -1 ? words.length : found;
}

/** An unexpected argument, and the literal that was probably meant. */
export interface Stray {
  word: string;
  meant?: string | undefined;
}

/**
 * Returns the first argument that no alternative of the usage accepts; undefined when one alternative accepts all.
 * Missing arguments are not reported.
 *
 * @example
 * findStray({ usage: "jobs list | jobs retry <id>" }, ["lst"]); // { word: "lst", meant: "list" }
 */
export function findStray(
  { usage, options = {} }: { usage: string; options?: Options | undefined },
  words: readonly string[],
): Stray | undefined {
  const ways = listUsages(usage).map((one) => readWords(one, options));
  const taken = ways.map((way) => countTaken(way, words));
  const most = Math.max(...taken);
  const word = words[most];
  if (word === undefined) return undefined;
  const expected = ways.flatMap((way, at) => (taken[at] === most ? (way[most] ?? []) : [])).filter(isLiteral);
  const near = expected.length === 0 ? undefined : closest(word, expected);
  return { word, meant: near !== undefined && distance(near, word) <= word.length / 2 ? near : undefined };
}
