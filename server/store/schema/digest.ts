import { createHash } from "node:crypto";
import { canonicalize } from "../../core/canonical.ts";
import type { Entity } from "@portolan/engine";
import { computeShape } from "./shape.ts";

const cache = new WeakMap<ReadonlyMap<string, Entity>, string>();

/** Returns a digest of the versions and shapes of schemas, equal on nodes with the same schemas. */
export function digestSchemas({ entities }: { entities: ReadonlyMap<string, Entity> }): string {
  const found = cache.get(entities);
  if (found !== undefined) return found;
  const lines = [...entities.values()].map((entity) => [entity.name, entity.version, computeShape(entity)]);
  const digest = createHash("sha256").update(canonicalize(lines)).digest("hex").slice(0, 12);
  cache.set(entities, digest);
  return digest;
}
