/** Builds the template file from the schema, with headers in the user's language and a row of rules. */
import type { Entity, Field, JsonSchema, Lang } from "../model/entity.ts";
import { buildKindContext } from "../entity/values.ts";
import { findLabel, type Target, listTemplateTargets } from "./columns.ts";
import { RULE_PREFIX } from "./rows.ts";
import type { WrittenCell, WrittenSheet } from "./write.ts";

type Translate = (key: string, params?: Record<string, string | number>) => string;
/** An allowed value and its label. */
interface Choice {
  value: unknown;
  label: string;
}
/** Returns the rows of a field's reference list, or undefined when there is none or the options depend on the row. */
type Listed = (field: Field) => readonly Choice[] | undefined;

/**
 * Builds the template: the header, the rules, and drop-down lists for the maximum number of rows.
 * @example
 * const sheet = buildTemplateSheet(entity, "en", ports.t);
 */
export function buildTemplateSheet(
  entity: Entity,
  lang: Lang,
  t: Translate,
  listed: Listed = () => undefined,
): WrittenSheet {
  const targets = listTemplateTargets(entity);
  const header = targets.map((target): WrittenCell => ({
    text: findLabel(entity, target, lang),
    look: isRequested(target) ? "required" : "optional",
  }));
  const choices = targets.map(({ reads }) => listChoices(entity, reads, lang) ?? listed(reads));
  const rules = targets.map((target, index): WrittenCell => ({
    text: `${RULE_PREFIX} ${describeRule(entity, target, choices[index], { lang, t })}`,
    look: "rule",
  }));
  return {
    title: t("import.sheetTitle", { label: entity.text("label", lang) }),
    columns: targets.map(({ reads: { kind } }, index) => ({
      width: Math.max(18, Math.round(kind.width / 7)),
      text: kind.column === "text",
      // A cell of a list field holds several choices, which a drop-down cannot offer.
      choices: kind.ofItems ? [] : (choices[index]?.map(({ label }) => label) ?? []),
    })),
    rows: [header, rules],
    frozen: 2,
    room: entity.list.import?.maxRows ?? 0,
  };
}

/** Returns whether the column must be filled in every row. For line fields only their own `required` counts. */
const isRequested = ({ field, reads, inRow }: Target): boolean => (inRow ? reads : field).required;

/** Describes whether a column is required, and whether all lines of a record repeat it. */
const describeDemand = (entity: Entity, target: Target, t: Translate): string[] => [
  t(isRequested(target) ? "import.required" : "import.optional"),
  ...(target.id === entity.list.import?.key ? [t("import.repeated")] : []),
];

/** Maximum number of choices listed in the rule. Beyond it, the rule shows an example instead. */
const FEW = 8;
/** Describes a column: required, currency, limits, choices, example. */
function describeRule(
  entity: Entity,
  target: Target,
  choices: readonly Choice[] | undefined,
  { lang, t }: { lang: Lang; t: Translate },
): string {
  const { field, reads, by } = target;
  const { schema } = reads;
  const context = buildKindContext(entity, reads, lang);
  const shown = (value: unknown) => reads.kind.text(value, context) || String(value);
  const longest = schema["maxLength"];
  const example = Array.isArray(schema["examples"]) ? schema["examples"][0] : undefined;
  const few = choices !== undefined && choices.length <= FEW;
  const called =
    choices?.find(({ value }) => value === example)?.label ??
    (reads.kind.column === "text" ? String(example) : shown(example));
  const parts = [
    ...describeDemand(entity, target, t),
    by === undefined ? undefined : t("import.byPart", { label: entity.label(field.name, lang) }),
    reads.currency && "code" in reads.currency ? reads.currency.code : undefined,
    ...describeLimits(schema, shown, t),
    typeof longest === "number" ? t("import.maxLength", { count: longest }) : undefined,
    few ? choices.map(({ label }) => label).join(" / ") : undefined,
    ...describeItems(reads, t),
    example === undefined || few ? undefined : t("import.example", { value: called }),
  ];
  return parts.filter((part) => part !== undefined).join(t("import.join"));
}

/** Returns the hint on how to enter several values in a cell, if the column allows that. */
const describeItems = ({ kind }: Field, t: Translate): string[] => (kind.ofItems ? [t("import.several")] : []);

/** Message keys of a column's limits with the schema keywords they describe. */
const LIMITS = [
  ["import.atLeast", "formatMinimum", "minimum"],
  ["import.atMost", "formatMaximum", "maximum"],
  ["import.moreThan", "formatExclusiveMinimum", "exclusiveMinimum"],
  ["import.lessThan", "formatExclusiveMaximum", "exclusiveMaximum"],
  ["import.multipleOf", "x-step", "multipleOf"],
] as const;

const describeLimits = (schema: JsonSchema, shown: (value: unknown) => string, t: Translate): string[] =>
  LIMITS.flatMap(([key, ofText, ofNumber]) => {
    const value = schema[ofText] ?? schema[ofNumber];
    return value === undefined ? [] : [t(key, { value: shown(value) })];
  });

/**
 * Returns the fixed options of a field or of its list items, or yes and no for a boolean. Undefined for other fields.
 */
function listChoices(entity: Entity, { item, ...list }: Field, lang: Lang): Choice[] | undefined {
  const field = item ?? list;
  const values =
    field.options && "values" in field.options
      ? field.options.values.map((option) => option.value)
      : field.kind.column === "boolean"
        ? [true, false]
        : undefined;
  return values?.map((value) => ({ value, label: field.kind.text(value, buildKindContext(entity, field, lang)) }));
}
