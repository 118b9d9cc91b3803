import type { EntityPlan, FormPart } from "../model/entity.ts";
import type { Kind } from "../model/kind.ts";

const PARTS: readonly FormPart[] = ["aids", "corrections", "facts", "last", "lookups", "steps"];

/** Returns the optional parts that a form needs, so that it loads no others. */
export function listFormParts(plan: EntityPlan, kindOf: (name: string) => Kind): FormPart[] {
  const names = new Set(plan.form.sections.flatMap(({ rows }) => rows.flat()));
  const fields = plan.fields.filter(({ name }) => names.has(name));
  const all = fields.flatMap((field) => [field, ...(field.items ?? [])]);
  const isHinted = all.some(({ currency, kind }) => currency !== undefined || kindOf(kind).describe !== undefined);
  const hasOptionFacts = all.some(({ options }) => options && "list" in options && options.facts !== undefined);
  const has: Record<FormPart, boolean> = {
    aids: plan.source !== "call" || plan.form.review || isHinted || plan.rules.some(({ confirms }) => confirms),
    corrections: plan.form.remarks !== undefined,
    facts: hasOptionFacts || Object.keys(plan.contexts).length > 0,
    last: plan.form.last !== undefined,
    lookups: fields.some(({ lookup }) => lookup !== undefined),
    steps: plan.form.steps !== undefined,
  };
  return PARTS.filter((part) => has[part]);
}
