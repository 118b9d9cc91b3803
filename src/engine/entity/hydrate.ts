/** Makes running entities of plans. Part of every page: holds no Ajv, no CEL parser and no rules, and only the kinds that the plan names. */
import type { checkRecord } from "./check.ts";
import type { Entity, EntityPlan, Field, FieldPlan, Lang, Texts } from "../model/entity.ts";
import { fill } from "../base/fill.ts";
import type { Runtime } from "../model/dialect.ts";
import type { Settings } from "../model/settings.ts";
import type { Validate } from "../model/validate.ts";
import { createLabels } from "./labels.ts";

/** How long a failed load is kept, in ms: React renders again at once and must meet the same failure. */
const FAILURE_MS = 1_000;

/** Checks of records: the validator of the schema, and the checks beyond it. */
export interface Validator {
  validate: Validate;
  checkRecord: typeof checkRecord;
}

/** What a plan is hydrated with: the settings of its dialect and its kinds. */
export type EntityDialect = Settings & Pick<Runtime, "kind">;

/**
 * Returns the entity of a plan. `texts`: in the browser of the current language only, on the server of all. `validator`: a function loads it when
 * `loadValidator()` is called; showing records needs none.
 * @example
 * const issue = hydrateWith(dialect, plan, { en: texts }, async () => ({ validate, checkRecord }));
 */
export function hydrateWith(
  dialect: EntityDialect,
  plan: EntityPlan,
  texts: Partial<Record<Lang, Texts>>,
  validator: Validator | (() => Promise<Validator>),
): Entity {
  let ready = typeof validator === "function" ? undefined : validator;
  let coming: Promise<void> | undefined;
  const loaded = () => {
    if (!ready) throw new Error(`"${plan.name}" cannot check a record yet: await loadValidator() first`);
    return ready;
  };
  const withKind = ({ items, item, kind, ...field }: FieldPlan): Field => ({
    ...field,
    kind: dialect.kind(kind),
    ...(items && { items: items.map(withKind) }),
    ...(item && { item: withKind(item) }),
  });
  const fields = plan.fields.map(withKind);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const entity: Entity = {
    ...plan,
    dialect,
    fields,
    field(name) {
      const field = byName.get(name);
      if (!field) throw new Error(`"${plan.name}" has no field "${name}"`);
      return field;
    },
    ...createLabels((key, lang, params) => fill(texts[lang]?.[key] ?? key, params)),
    check(record, options) {
      const { validate, checkRecord: run } = loaded();
      return run(entity, validate, record, options);
    },
    validate: (value) => loaded().validate(value),
    loadValidator() {
      if (ready || typeof validator !== "function") return undefined;
      if (!coming) {
        coming = validator().then((come) => void (ready = come));
        // Callers that wait get the failure; a later call fetches again.
        coming.catch(() => setTimeout(() => (coming = undefined), FAILURE_MS));
      }
      return coming;
    },
  };
  return entity;
}
