/** A plan with its kinds put in and its questions answered. Runs in the browser: no Ajv, no CEL parser, and of the kinds only those that the plan brings. */
import type { checkRecord } from "./check.ts";
import { computeRecord, demandedNow, shownNow } from "./conditions.ts";
import type { Entity, EntityPlan, Field, FieldPlan, Lang, Texts } from "../model/entity.ts";
import { fill } from "../base/fill.ts";
import type { Runtime } from "../model/dialect.ts";
import type { Settings } from "../model/settings.ts";
import type { Validate } from "../model/validate.ts";
import { remember } from "./core.ts";

/** A drawing that waits asks again at once and must find the same failure. */
const AGAIN_MS = 1_000;

/** What says whether a record is right: the validator of its schema, and all that is judged around it. */
export interface Judge {
  validate: Validate;
  checkRecord: typeof checkRecord;
}

/** What a plan is hydrated with: the settings of its dialect and its kinds. */
export type EntityDialect = Settings & Pick<Runtime, "kind">;

/**
 * Returns the entity of a plan. `texts`: in the browser of the current language only, on the server of all. `judge`: a function loads it when
 * `checks()` is called; showing records needs none.
 */
export function hydrateWith(
  dialect: EntityDialect,
  plan: EntityPlan,
  texts: Partial<Record<Lang, Texts>>,
  judge: Judge | (() => Promise<Judge>),
): Entity {
  let ready = typeof judge === "function" ? undefined : judge;
  let coming: Promise<void> | undefined;
  const withKind = ({ items, kind, ...field }: FieldPlan): Field => ({
    ...field,
    kind: dialect.kind(kind),
    ...(items && { items: items.map(withKind) }),
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
    text: (key, lang, params) => fill(texts[lang]?.[key] ?? key, params),
    check(record, options) {
      if (!ready) throw new Error(`"${plan.name}" judges no record before checks() has come`);
      return ready.checkRecord(entity, ready.validate, record, options);
    },
    checks() {
      if (ready || typeof judge !== "function") return undefined;
      if (!coming) {
        coming = judge().then((come) => void (ready = come));
        // Whoever waits for it is told of the failure; who asks afterwards (the network is back) fetches again.
        coming.catch(() => setTimeout(() => (coming = undefined), AGAIN_MS));
      }
      return coming;
    },
    shown: (name, record, contexts) => shownNow(entity, name, record, contexts),
    demanded: (name, record, contexts) => demandedNow(entity, name, record, contexts),
    compute: (record, contexts) => computeRecord(entity, record, contexts),
  };
  remember(entity);
  return entity;
}
