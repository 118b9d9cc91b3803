import type { Compiled } from "@portolan/engine/compiler";
import { compileValidator } from "../../src/payments/compiler.ts";
import { type Entity } from "@portolan/engine";
import { hydrate } from "../../src/payments/runtime.ts";

/** The parts of a compiled schema that make an entity. */
type EntitySource = Pick<Compiled, "plan" | "texts">;

const cache = new WeakMap<EntitySource, Entity>();

/** Returns the entity of a compiled schema, with a validator that is compiled once and cached. */
export function hydrateCompiled(compiled: EntitySource): Entity {
  const cached = cache.get(compiled) ?? hydrate(compiled.plan, compiled.texts, compileValidator(compiled.plan.schema));
  cache.set(compiled, cached);
  return cached;
}
