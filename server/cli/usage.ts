/** Checks the positional arguments of a command against its usage. */
import { closest, distance } from "fastest-levenshtein";
import type { Options } from "./command.ts";

/** Positional arguments of one usage, without the command and its options. */
type Tokens = readonly string[];

/**
 * Matches one part of a usage: a literal, `<placeholder>`, `[optional]`, or several of them without a space in between.
 */
const PART = /(?:<[^>]*>|\[[^\]]*\]|[^\s<[])+/g;

export const listUsages = (usage: string): string[] => usage.split(" | ");

function readTokens(usage: string, options: Options): Tokens {
  const args: string[] = [];
  let isValue = false;
  for (const [part] of usage.matchAll(PART)) {
    const option = /^--([\w-]+)$/.exec(part)?.[1];
    if (option === undefined && !isValue && !part.startsWith("[--")) args.push(part);
    isValue = option !== undefined && options[option]?.type === "string";
  }
  return args.slice(1);
}

const isLiteral = (part: string) => /^[a-z][a-z-]*$/.test(part);

/** Returns the number of leading arguments that fit a usage. */
function countTaken(usage: Tokens, args: readonly string[]): number {
  const last = usage.at(-1) ?? "";
  const found = args.findIndex((token, index) => {
    const part = usage[index] ?? (last.endsWith("...") ? last : undefined);
    return part === undefined || (isLiteral(part) && part !== token);
  });
  return found === -1 ? args.length : found;
}

/** An unexpected argument, and the literal that was probably meant. */
export interface Stray {
  token: string;
  meant?: string | undefined;
}

/**
 * Returns the first argument that no alternative of the usage accepts; undefined when one alternative accepts all.
 * Missing arguments are not reported.
 *
 * @example
 * findStray({ usage: "jobs list | jobs retry <id>" }, ["lst"]); // { token: "lst", meant: "list" }
 */
export function findStray(
  { usage, options = {} }: { usage: string; options?: Options | undefined },
  args: readonly string[],
): Stray | undefined {
  const usages = listUsages(usage).map((usage) => readTokens(usage, options));
  const taken = usages.map((usage) => countTaken(usage, args));
  const most = Math.max(...taken);
  const token = args[most];
  if (token === undefined) return undefined;
  const expected = usages
    .flatMap((usage, index) => (taken[index] === most ? (usage[most] ?? []) : []))
    .filter(isLiteral);
  const near = expected.length === 0 ? undefined : closest(token, expected);
  return { token, meant: near !== undefined && distance(near, token) <= token.length / 2 ? near : undefined };
}
