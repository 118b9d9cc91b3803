import type { Compiled } from "../../src/engine/compiler.ts";
import { compileValidator } from "../../src/payments/compiler.ts";
import { type Entity } from "../../src/engine/index.ts";
import { hydrate } from "../../src/payments/runtime.ts";

const made = new WeakMap<Compiled, Entity>();

/** Returns the entity of a compiled schema, with a validator that is compiled once and cached. */
export function entityOf(compiled: Compiled): Entity {
  const known = made.get(compiled) ?? hydrate(compiled.plan, compiled.texts, compileValidator(compiled.plan.schema));
  made.set(compiled, known);
  return known;
}
