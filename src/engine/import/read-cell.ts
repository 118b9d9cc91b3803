/** Parses a cell with its field's kind. */
import type { Entity, Field, Lang, Row } from "../model/entity.ts";
import { buildKindContext } from "../entity/values.ts";
import { removeSpaces, isFittingText, listSamples } from "../kinds/shared.ts";
import { formatKindMessage } from "../kinds/messages.ts";
import type { Target } from "./columns.ts";
import type { RawCell } from "./sheet.ts";

/** Why a cell could not be parsed. */
export interface UnreadableCell {
  code: string;
  message: string;
  /** Suggested values, closest first. */
  near?: readonly string[];
}
export interface CellContext {
  entity: Entity;
  lang: Lang;
  t(key: string, params?: Record<string, string | number>): string;
}

/**
 * Invisible characters left over from copying. The zero-width joiner and non-joiner (U+200D, U+200C) are allowed,
 * because some scripts and emoji need them.
 */
const HIDDEN = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/;
const ALL_HIDDEN = new RegExp(HIDDEN, "g");

/** Returns whether a column refers to another record or a row of a reference list, which must be looked up. */
export const isNamed = ({ field }: Target): boolean =>
  field.ref !== undefined || (field.options !== undefined && "list" in field.options);

/**
 * Parses a cell. Rejects formulas without a result, hidden characters that the kind does not strip, and in text fields
 * numbers that a spreadsheet may have rounded. `record` holds the values of the row parsed so far.
 */
export function readCell(
  target: Target,
  cell: RawCell,
  record: Row,
  context: CellContext,
): { value: unknown } | UnreadableCell {
  const { t } = context;
  if (cell.formula) return { code: "formula", message: t("import.problem.formula") };
  if (cell.damaged && target.reads.kind.column === "text")
    return { code: "damaged", message: t("import.problem.damaged") };
  const read = readText(target, cell.text, record, context);
  // Kinds of codes and numbers strip such characters; other kinds would store a value that merely looks equal.
  const kept = "code" in read || (typeof read.value === "string" && HIDDEN.test(read.value));
  return kept && HIDDEN.test(cell.text) ? describeHidden(cell.text, context) : read;
}

function readText(
  target: Target,
  text: string,
  record: Row,
  { entity, lang }: CellContext,
): { value: unknown } | UnreadableCell {
  const { reads } = target;
  const asTyped = { value: text.normalize("NFKC").trim() };
  // A reference's cell may contain a label, which its kind cannot parse. It is looked up rather than stored.
  if (target.by === undefined && target.field.ref) return asTyped;
  const read = reads.kind.parse(text, buildKindContext(entity, reads, lang, record));
  if (read.ok) return { value: read.value };
  for (const other of entity.dialect.languages) {
    const again = other !== lang && reads.kind.parse(text, buildKindContext(entity, reads, other, record));
    if (again && again.ok) return { value: again.value };
  }
  // A reference list may resolve text that the kind cannot parse.
  return isNamed(target) && target.by === undefined
    ? asTyped
    : { code: read.code, message: formatKindMessage(reads.kind, read.code, lang, read.params) };
}

function describeHidden(text: string, { t }: CellContext): UnreadableCell {
  const [found = ""] = HIDDEN.exec(text) ?? [];
  const value = text.replace(ALL_HIDDEN, "").trim();
  const code = `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  return {
    code: "hidden",
    message: t("import.problem.hidden", {
      place: Array.from(text.slice(0, text.indexOf(found))).length + 1,
      code,
      value,
    }),
    near: [value],
  };
}

/**
 * Returns a message about the blanks in a code that must not contain any and is invalid even without them, or undefined
 * for other cells. `near` is the code without blanks.
 */
export function findBlanks(
  { reads }: Pick<Target, "reads">,
  cell: RawCell | undefined,
  { t }: CellContext,
): { text: string; near: readonly string[] } | undefined {
  const text = cell?.text.trim() ?? "";
  const value = removeSpaces(text);
  if (
    !/\s/.test(text) ||
    value === "" ||
    !isRefusingBlanks(reads) ||
    [text, value].some((item) => isFittingText(reads.schema, item))
  )
    return undefined;
  return { text: t("import.problem.blanks", { value }), near: [value] };
}

/**
 * Returns whether the field allows no blanks: each of its valid examples becomes invalid when a blank is inserted.
 * Returns false for a field without examples.
 */
function isRefusingBlanks(field: Field): boolean {
  const samples = listSamples(field, []).filter((sample) => sample.length > 1);
  return (
    samples.length > 0 &&
    samples.every((sample) => !isFittingText(field.schema, `${sample.slice(0, 1)} ${sample.slice(1)}`))
  );
}
