/** Findings in a schema file, with their position, message and suggestion. */
import { distance } from "fastest-levenshtein";
import type { Lang } from "../model/entity.ts";
import type { LocalizedMessage } from "../rules/rule-messages.ts";

export interface SourceLocation {
  file: string;
  /** Line number, starting at 1. */
  line: number;
  column: number;
  /** The whole source line, of which `length` characters are affected. */
  text: string;
  length: number;
}
/** A finding. `warn` does not prevent compilation. */
export interface SchemaError extends SourceLocation {
  severity: "error" | "warn";
  /** Stable id of the check: `unknown-keyword`, `missing-language`, `bad-expression`, ... */
  rule: string;
  /** The English message. */
  message: string;
  /** The message in both languages. */
  messages: LocalizedMessage;
  suggestion?: string;
}

/**
 * Creates a finding at a position, by default an error. `suggestion` is the name that was probably meant.
 * @example
 * const reported = createFinding(finding, "syntax", message);
 */
export function createFinding(
  { file, line, column, text, length }: SourceLocation,
  rule: string,
  message: LocalizedMessage,
  suggestion?: string,
  severity: SchemaError["severity"] = "error",
): SchemaError {
  return {
    file,
    line,
    column,
    text,
    length,
    severity,
    rule,
    message: message.en,
    messages: message,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/**
 * Findings of a schema file and of the files that it refers to. Thrown by the functions that parse or compile schema
 * files, such as `compileEntity` and `compileCall`.
 * @example
 * try {
 *   createEngine(dialect).compileEntity("schemas/entities/issue.json", source, library);
 * } catch (error) {
 *   if (error instanceof SchemaErrors) for (const one of error.findings) process.stderr.write(formatHeadline(one));
 * }
 */
export class SchemaErrors extends Error {
  readonly findings: readonly SchemaError[];
  constructor(findings: readonly SchemaError[]) {
    super(findings.map(formatHeadline).join("\n"));
    this.name = "SchemaErrors";
    this.findings = findings;
  }
}

/**
 * Formats a finding on one line: `schemas/entities/payee.json:8:33 unknown keyword "minLenght"; did you mean
 * "minLength"?`
 * @example
 * process.stderr.write(formatHeadline(finding));
 */
export function formatHeadline(finding: SchemaError): string {
  return `${finding.file}:${finding.line}:${finding.column} ${formatSentence(finding)}`;
}

const MEANT = {
  zh: (keyword: string) => `；是不是想写 "${keyword}"？`,
  en: (keyword: string) => `; did you mean "${keyword}"?`,
};
const formatSentence = ({ messages: message, suggestion }: SchemaError, lang: Lang = "en") =>
  `${message[lang]}${suggestion === undefined ? "" : MEANT[lang](suggestion)}`;

const MAX_LINE = 120;

/**
 * Formats a finding for the command line: position, severity, rule and message in the given language, then the source
 * line with the range underlined.
 * @example
 * process.stderr.write(describe(finding, "en"));
 */
export function describe(finding: SchemaError, lang: Lang = "en"): string {
  const { line, column, text, length } = finding;
  const from = Math.max(0, Math.min(column - 1 - 40, text.length - MAX_LINE));
  const shown = (from > 0 ? "…" : "") + text.slice(from, from + MAX_LINE) + (from + MAX_LINE < text.length ? "…" : "");
  const lead = column - 1 - from + (from > 0 ? 1 : 0);
  const marks = "~".repeat(Math.max(1, Math.min(length, shown.length - lead)));
  const gutter = String(line).padStart(4);
  return [
    `${finding.file}:${line}:${column}  ${finding.severity}  ${finding.rule}  ${formatSentence(finding, lang)}`,
    `${gutter} │ ${shown}`,
    `${" ".repeat(gutter.length)} │ ${isWide(shown.slice(0, lead))}${marks}`,
  ].join("\n");
}

/**
 * Returns whitespace of the same width as the text in a terminal: its tabs, and blanks, of which a Chinese character
 * needs two.
 */
const isWide = (text: string) =>
  text.replace(/[^\t]/gu, (char) =>
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/u.test(char) ? "  " : " ",
  );

const MAX_DISTANCE = 3;

/**
 * Returns the candidate that was probably meant, or undefined when none is close. The smallest edit distance wins,
 * where a common word or prefix counts as three edits fewer.
 * @example
 * suggest("minLenght", ["minLength", "maximum"]) // => "minLength"
 */
export function suggest(keyword: string, candidates: Iterable<string>): string | undefined {
  let best: { candidate: string; score: number; edits: number } | undefined;
  for (const candidate of candidates) {
    const edits = distance(keyword.toLowerCase(), candidate.toLowerCase());
    const kin = isRelated(keyword, candidate);
    if (!kin && edits > Math.min(MAX_DISTANCE, Math.max(1, Math.floor(keyword.length / 2)))) continue;
    const score = edits - (kin ? MAX_DISTANCE : 0);
    if (
      !best ||
      score < best.score ||
      (score === best.score &&
        (edits < best.edits ||
          (edits === best.edits && measureLikeness(keyword, candidate) > measureLikeness(keyword, best.candidate))))
    )
      best = { candidate, score, edits };
  }
  return best?.candidate;
}

/** Returns the length of the common prefix. */
function measureLikeness(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

function isRelated(left: string, right: string): boolean {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  if (Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a))) return true;
  const parts = new Set(splitName(left));
  return splitName(right).some((part) => parts.has(part));
}
const splitName = (name: string) =>
  name
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
    .map((part) => part.toLowerCase())
    .filter((part) => part.length >= 3);

/**
 * Returns the first candidate that differs from a name of at least five letters by at most two edits, likely a typo.
 * Undefined when there is none, or when the name is itself a candidate. For places where new names are allowed as well.
 * @example
 * findClosestName("minLenght", ["minLength", "maximum"]) // => "minLength"
 */
export const findClosestName = (name: string, candidates: readonly string[]): string | undefined =>
  name.length < 5 || candidates.includes(name)
    ? undefined
    : candidates.find((candidate) => distance(name, candidate) <= 2);
