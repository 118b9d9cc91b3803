/** Resolves paths to locations in schema files. */
import { dirname, join } from "node:path";
import type { CompiledSchemas } from "@portolan/engine/folder";
import { parseJson, type Json, type SchemaError } from "@portolan/engine/compiler";

/** File, line and column, with the text of the line and the length of the marked part. */
export type SourceLocation = Pick<SchemaError, "file" | "line" | "column" | "text" | "length">;

const parsed = new WeakMap<CompiledSchemas, Map<string, Json | undefined>>();

function parseFile(schemas: CompiledSchemas, file: string): Json | undefined {
  const cached = parsed.get(schemas) ?? new Map<string, Json | undefined>();
  parsed.set(schemas, cached);
  if (!cached.has(file)) cached.set(file, parseJson(file, schemas.sources.get(file) ?? "").json);
  return cached.get(file);
}

/**
 * Returns the location of a path from the top of the file, following references, or of its closest existing ancestor.
 * Undefined for an unknown file.
 */
export function locate(schemas: CompiledSchemas, file: string, path: readonly string[]): SourceLocation | undefined {
  let at = parseFile(schemas, file);
  for (const step of path) {
    const next = at && followStep(schemas, at, step);
    if (!next) break;
    at = next;
  }
  return at?.location(at.keyNode ? "key" : undefined);
}

function followStep(schemas: CompiledSchemas, at: Json, step: string): Json | undefined {
  const own =
    at.get(step) ??
    at.get("x-limits")?.get(step) ??
    at.items()[Number(step)] ??
    at.items().find(({ value }) => value === step);
  if (own) return own;
  const ref = at.get("$ref")?.value;
  if (typeof ref !== "string") return undefined;
  const [path = "", pointer = ""] = ref.split("#");
  const file = path === "" ? at.file : join(dirname(at.file), path).replaceAll("\\", "/");
  const target = parseFile(schemas, file)
    ?.get("$defs")
    ?.get(pointer.replace(/^\/\$defs\//, ""));
  return target && followStep(schemas, target, step);
}
