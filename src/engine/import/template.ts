/** The file that a person fills in: headers in his language, below them what each column takes, everything made of the schema. */
import type { Entity, Field, Lang } from "../model/entity.ts";
import { kindContext } from "../entity/values.ts";
import { labelOf, type Target, templateTargets } from "./columns.ts";
import { RULE_MARK } from "./rows.ts";
import type { WrittenCell, WrittenSheet } from "./write.ts";

type Word = (key: string, params?: Record<string, string | number>) => string;
/** A value that a column may have, and what it is called. */
interface Choice {
  value: unknown;
  label: string;
}
/** The rows of a field's reference list; undefined where it has none, or where which of them may be chosen depends on the row. */
type Listed = (field: Field) => readonly Choice[] | undefined;

/** Header, rules, and room for as many rows as one file may bring. */
export function templateSheet(entity: Entity, lang: Lang, word: Word, listed: Listed = () => undefined): WrittenSheet {
  const targets = templateTargets(entity);
  const header = targets.map((target): WrittenCell => ({
    text: labelOf(entity, target, lang),
    look: target.field.required ? "required" : "optional",
  }));
  const choices = targets.map(({ reads }) => choicesOf(entity, reads, lang) ?? listed(reads));
  const rules = targets.map((target, at): WrittenCell => ({
    text: `${RULE_MARK} ${ruleOf(entity, target, choices[at], lang, word)}`,
    look: "rule",
  }));
  return {
    title: word("import.sheetTitle", { label: entity.text("label", lang) }),
    columns: targets.map(({ reads: { kind } }, at) => ({
      width: Math.max(18, Math.round(kind.width / 7)),
      text: kind.column === "text",
      choices: choices[at]?.map(({ label }) => label),
    })),
    rows: [header, rules],
    frozen: 2,
    room: entity.list.import?.maxRows ?? 0,
  };
}

/** Most choices that are told in a line; with more there is an example. */
const FEW = 8;
/** Whether it must be filled, its currency, its limits, its choices, an example. */
function ruleOf(
  entity: Entity,
  { field, reads, by }: Target,
  choices: readonly Choice[] | undefined,
  lang: Lang,
  word: Word,
): string {
  const { schema } = reads;
  const context = kindContext(entity, reads, lang);
  const shown = (value: unknown) => reads.kind.text(value as never, context) || String(value);
  const number = (key: string) => (typeof schema[key] === "number" ? (schema[key] as number) : undefined);
  const example = Array.isArray(schema["examples"]) ? schema["examples"][0] : undefined;
  const few = choices !== undefined && choices.length <= FEW;
  const called =
    choices?.find(({ value }) => value === example)?.label ??
    (reads.kind.column === "text" ? String(example) : shown(example));
  const least = schema["formatMinimum"] ?? schema["minimum"];
  const most = schema["formatMaximum"] ?? schema["maximum"];
  const parts = [
    word(field.required ? "import.required" : "import.optional"),
    by === undefined ? undefined : word("import.byPart", { label: entity.text(`field.${field.name}.label`, lang) }),
    reads.currency && "code" in reads.currency ? reads.currency.code : undefined,
    least === undefined ? undefined : word("import.atLeast", { value: shown(least) }),
    most === undefined ? undefined : word("import.atMost", { value: shown(most) }),
    number("maxLength") === undefined ? undefined : word("import.maxLength", { count: number("maxLength")! }),
    few ? choices.map(({ label }) => label).join(" / ") : undefined,
    example === undefined || few ? undefined : word("import.example", { value: called }),
  ];
  return parts.filter((part) => part !== undefined).join(word("import.join"));
}

/** The words of a field's fixed options, or of yes and no. */
function choicesOf(entity: Entity, field: Field, lang: Lang): Choice[] | undefined {
  const values =
    field.options && "values" in field.options
      ? field.options.values.map((option) => option.value)
      : field.kind.column === "boolean"
        ? [true, false]
        : undefined;
  return values?.map((value) => ({ value, label: field.kind.text(value as never, kindContext(entity, field, lang)) }));
}
