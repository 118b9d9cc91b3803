/** Parses usage lines, and checks the arguments of a verb against them. */
import { closest, distance } from "fastest-levenshtein";

/**
 * Matches one part of a usage: an option in brackets, or a literal, `<placeholder>`, `[optional]`, or several of them
 * without a space in between.
 */
const PART = /\[--[^\]]*\]|(?:<[^>]*>|\[[^\]]*\]|[^\s<[])+/g;
const OPTION = /^(\[?)--([\w-]+)(?: ([^\]]+))?\]?$/;

/** An option of a usage. `value`: placeholder of its value; undefined for a flag. */
interface UsageOption {
  value?: string;
  isRequired: boolean;
}

/** Parsed usage: literals after the verb, further arguments, and options by name. */
export interface Usage {
  literals: readonly string[];
  args: readonly string[];
  options: ReadonlyMap<string, UsageOption>;
}

const isLiteral = (part: string | undefined) => part !== undefined && /^[a-z][a-z-]*$/.test(part);

/**
 * Parses a usage line.
 *
 * @example
 * parseUsage("jobs list [--state open|dead]"); // literals ["list"], options state => { value: "open|dead", isRequired: false }
 */
export function parseUsage(usage: string): Usage {
  const [, ...parts] = usage.match(PART) ?? [];
  const words: string[] = [];
  const options = new Map<string, UsageOption>();
  while (parts.length > 0) {
    const part = parts.shift() ?? "";
    const [, bracket, name, inside] = OPTION.exec(part) ?? [];
    if (name === undefined) words.push(part);
    else {
      const takesNext = bracket === "" && parts[0] !== undefined && !/^\[?-/.test(parts[0]);
      const value = takesNext ? parts.shift() : inside;
      options.set(name, { isRequired: bracket === "", ...(value !== undefined && { value }) });
    }
  }
  const count = words.findIndex((word) => !isLiteral(word));
  const literals = count === -1 ? words : words.slice(0, count);
  return { literals, args: words.slice(literals.length), options };
}

/** Returns the number of leading arguments that fit a usage. */
function countTaken({ literals, args }: Usage, given: readonly string[]): number {
  const words = [...literals, ...args];
  const repeated = words.at(-1)?.endsWith("...") ? words.at(-1) : undefined;
  const found = given.findIndex((token, index) => {
    const part = words[index] ?? repeated;
    return part === undefined || (isLiteral(part) && part !== token);
  });
  return found === -1 ? given.length : found;
}

/** An unexpected argument, and the literal that was probably meant. */
export interface Stray {
  token: string;
  meant?: string | undefined;
}

/**
 * Returns the first argument that no usage accepts; undefined when one usage accepts all. Missing arguments are not
 * reported.
 *
 * @example
 * findStray([parseUsage("jobs list"), parseUsage("jobs retry <id>")], ["lst"]); // { token: "lst", meant: "list" }
 */
export function findStray(usages: readonly Usage[], given: readonly string[]): Stray | undefined {
  const taken = usages.map((usage) => countTaken(usage, given));
  const most = Math.max(...taken);
  const token = given[most];
  if (token === undefined) return undefined;
  const expected = usages.flatMap(({ literals }, index) => (taken[index] === most ? (literals[most] ?? []) : []));
  return { token, meant: findNearest(token, expected) };
}

/** Returns the word that was probably meant by a misspelt one; undefined if none is similar. */
export function findNearest(token: string, words: readonly string[]): string | undefined {
  const near = words.length === 0 ? undefined : closest(token, words);
  return near !== undefined && distance(near, token) <= token.length / 2 ? near : undefined;
}
