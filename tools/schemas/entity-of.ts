import { compileValidator, type Compiled } from "../../src/engine/compiler.ts";
import { hydrate, type Entity } from "../../src/engine/index.ts";

const made = new WeakMap<Compiled, Entity>();

/** The entity of a compiled schema; its validator is compiled once, however many ask. */
export function entityOf(compiled: Compiled): Entity {
  const known = made.get(compiled) ?? hydrate(compiled.plan, compiled.texts, compileValidator(compiled.plan.schema));
  made.set(compiled, known);
  return known;
}
