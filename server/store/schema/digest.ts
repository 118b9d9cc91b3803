import { createHash } from "node:crypto";
import type { Entity } from "../../../src/engine/index.ts";
import { canonicalize, computeShape } from "./shape.ts";

const known = new WeakMap<ReadonlyMap<string, Entity>, string>();

/** Returns a digest of the versions and shapes of schemas, equal on nodes with the same schemas. */
export function digestSchemas({ entities }: { entities: ReadonlyMap<string, Entity> }): string {
  const found = known.get(entities);
  if (found !== undefined) return found;
  const lines = [...entities.values()].map((entity) => [entity.name, entity.version, computeShape(entity)]);
  const digest = createHash("sha256").update(canonicalize(lines)).digest("hex").slice(0, 12);
  known.set(entities, digest);
  return digest;
}
