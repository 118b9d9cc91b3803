/** A plan with its kinds looked up and its questions answered. Runs in the browser: no Ajv, no CEL parser. */
import { checkRecord, computeRecord, demandedNow, shownNow } from "./check.ts";
import type { Entity, EntityPlan, Field, FieldPlan, JsonSchema, Lang, Texts } from "./entity.ts";
import { fill } from "./fill.ts";
import { kindOf } from "./kind-of.ts";
import { remember } from "./core.ts";

/** One broken word of JSON Schema, as Ajv tells it. */
export interface SchemaProblem {
  /** JSON pointer of the value. */
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
}
/** Checks a record against its JSON Schema; what is wrong stands in `errors`. Compiled by Ajv, at start or ahead of time. */
export interface Validate {
  (data: unknown): boolean;
  errors?: SchemaProblem[] | null;
  schema?: JsonSchema | boolean;
}

/** Makes an entity of a plan. The browser hands in the texts of the current language only; the server both. */
export function hydrate(plan: EntityPlan, texts: Partial<Record<Lang, Texts>>, validate: Validate): Entity {
  const fields = plan.fields.map(withKind);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const entity: Entity = {
    ...plan,
    fields,
    field(name) {
      const field = byName.get(name);
      if (!field) throw new Error(`"${plan.name}" has no field "${name}"`);
      return field;
    },
    text: (key, lang, params) => fill(texts[lang]?.[key] ?? key, params),
    check: (record, options) => checkRecord(entity, record, options),
    shown: (name, record, contexts) => shownNow(entity, name, record, contexts),
    demanded: (name, record, contexts) => demandedNow(entity, name, record, contexts),
    compute: (record, contexts) => computeRecord(entity, record, contexts),
  };
  remember(entity, validate);
  return entity;
}

const withKind = (plan: FieldPlan): Field => ({ ...plan, kind: kindOf(plan.kind), items: plan.items?.map(withKind) });
