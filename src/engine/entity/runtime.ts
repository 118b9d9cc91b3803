/** The half of a dialect that runs in the browser too: settings and kinds, no keywords. */
import type { Settings } from "../model/settings.ts";
import type { Entity, EntityPlan, Lang, Texts } from "../model/entity.ts";
import type { Kind } from "../model/kind.ts";
import type { Validate } from "../model/validate.ts";
import { checkRecord } from "./check.ts";
import { hydrateWith } from "./hydrate.ts";

/** Hydrates plans of any entity of a dialect. */
export interface EntityRuntime {
  /** @throws Error for an unknown name: the compiler has checked the names */
  kind(name: string): Kind;
  hydrate(plan: EntityPlan, texts: Partial<Record<Lang, Texts>>, validate: Validate): Entity;
}

/**
 * Returns the runtime of settings and kinds.
 * @example
 * const { hydrate } = createRuntime({ ...settings, kinds: coreKinds });
 * const entity = hydrate(plan, texts, validate);
 */
export function createRuntime({ kinds, ...settings }: Settings & { kinds: readonly Kind[] }): EntityRuntime {
  const kind = createLookup(kinds);
  const dialect = { ...settings, kind };
  return { kind, hydrate: (plan, texts, validate) => hydrateWith(dialect, plan, texts, { validate, checkRecord }) };
}

/** Returns a function that finds a kind by its name. @throws Error for an unknown name */
export function createLookup(kinds: readonly Kind[]): (name: string) => Kind {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  return (name) => {
    const kind = byName.get(name);
    if (!kind) throw new Error(`there is no kind "${name}"`);
    return kind;
  };
}
