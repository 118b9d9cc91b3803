/** Between records and rules: the types of a record's fields, and its values as rules see them. */
import type { Field, FieldPlan, Row } from "../model/entity.ts";
import type { Kind } from "../model/kind.ts";
import { UNKNOWN } from "./evaluate.ts";
import type { RuleType } from "./types.ts";

/** The type of a record for the rule compiler. `kindNamed` is the one of `kinds/index.ts`. */
export function recordType(fields: readonly FieldPlan[], kindNamed: (name: string) => Pick<Kind, "celType">): RuleType {
  const typeOf = (field: FieldPlan): RuleType => {
    if (field.items) return { list: recordType(field.items, kindNamed) };
    const type = kindNamed(field.kind).celType;
    return type === "string" && field.options && "values" in field.options
      ? { values: field.options.values.map((option) => option.value) }
      : type;
  };
  return { record: Object.fromEntries(fields.map((field) => [field.name, typeOf(field)])) };
}

/** A record's values in rule types. An absent value stays absent; a malformed one becomes UNKNOWN, so that the rules which read it are silent. */
export function recordScope(fields: readonly Field[], record: Row): Record<string, unknown> {
  const scope: Record<string, unknown> = {};
  for (const field of fields) {
    const value = record[field.name];
    if (value === undefined || value === null || value === "") continue;
    scope[field.name] = inRules(field, value) ?? UNKNOWN;
  }
  return scope;
}

function inRules({ items, kind }: Field, value: unknown): unknown {
  if (!items) return kind.toRule(value);
  if (!Array.isArray(value)) return undefined;
  return value.map((row) => (typeof row === "object" && row !== null ? recordScope(items, row as Row) : UNKNOWN));
}
