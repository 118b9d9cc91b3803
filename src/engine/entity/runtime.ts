/** Runtime part of a dialect, which also runs in the browser: settings and kinds, but no keywords. */
import type { Settings } from "../model/settings.ts";
import type { Entity, EntityPlan, Lang, Texts } from "../model/entity.ts";
import type { Kind } from "../model/kind.ts";
import type { Validate } from "../model/validate.ts";
import { checkRecord } from "./check.ts";
import { hydrateWith } from "./hydrate.ts";

/** Hydrates plans of a dialect's entities. */
export interface EntityRuntime {
  /**
   * Returns the kind with this name.
   * @throws Error for an unknown name, which compiled plans cannot contain
   */
  kind(name: string): Kind;
  hydrate(plan: EntityPlan, texts: Partial<Record<Lang, Texts>>, validate: Validate): Entity;
}

/**
 * Creates the runtime from settings and kinds.
 * @example
 * const { hydrate } = createRuntime({ ...settings, kinds: coreKinds });
 * const entity = hydrate(plan, texts, validate);
 */
export function createRuntime({ kinds, ...settings }: Settings & { kinds: readonly Kind[] }): EntityRuntime {
  const kind = createLookup(kinds);
  const dialect = { ...settings, kind };
  return { kind, hydrate: (plan, texts, validate) => hydrateWith(dialect, plan, texts, { validate, checkRecord }) };
}

/**
 * Returns a function that looks up a kind by name.
 * @throws Error for an unknown name
 */
export function createLookup(kinds: readonly Kind[]): (name: string) => Kind {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  return (name) => {
    const kind = byName.get(name);
    if (!kind) throw new Error(`there is no kind "${name}"`);
    return kind;
  };
}
