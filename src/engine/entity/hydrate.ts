/**
 * Creates entities from plans. This module is part of every page, so it includes no Ajv, CEL parser or rules, and only
 * the kinds that the plan uses.
 */
import type { checkRecord } from "./check.ts";
import type { Entity, EntityPlan, Field, FieldPlan, Lang, Texts } from "../model/entity.ts";
import { interpolate } from "../base/interpolate.ts";
import type { Runtime } from "../model/dialect.ts";
import type { Settings } from "../model/settings.ts";
import type { Validate } from "../model/validate.ts";
import { createLabels } from "./labels.ts";

/** How long a failed load is cached, in milliseconds. React renders again immediately and must get the same failure. */
const FAILURE_MS = 1_000;

/** Validates records against the schema and runs the checks beyond it. */
export interface Validator {
  validate: Validate;
  checkRecord: typeof checkRecord;
}

/** What is needed to hydrate a plan: the settings and kinds of its dialect. */
export type EntityDialect = Settings & Pick<Runtime, "kind">;

/**
 * Creates the entity of a plan. `texts` contains the current language in the browser and all languages on the server.
 * `validator` may be a function, which `loadValidator()` calls to load it, since displaying records does not need one.
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
    ...createLabels((key, lang, params) => interpolate(texts[lang]?.[key] ?? key, params)),
    check(record, options) {
      const { validate, checkRecord: run } = loaded();
      return run(entity, validate, record, options);
    },
    validate: (value) => loaded().validate(value),
    loadValidator() {
      if (ready || typeof validator !== "function") return undefined;
      if (!coming) {
        coming = validator().then((come) => void (ready = come));
        // Waiting callers receive the failure, and a later call retries.
        coming.catch(() => setTimeout(() => (coming = undefined), FAILURE_MS));
      }
      return coming;
    },
  };
  return entity;
}
