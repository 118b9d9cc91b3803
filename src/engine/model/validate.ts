import type { JsonSchema } from "./entity.ts";

/** A failed keyword of a JSON Schema. */
export interface SchemaProblem {
  /** JSON pointer of the value. */
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
}
/**
 * Returns whether a record satisfies its JSON Schema. If not, `errors` contains the failed keywords. Compiled at start
 * or at build time.
 */
export interface Validate {
  (data: unknown): boolean;
  errors?: SchemaProblem[] | null;
  schema?: JsonSchema | boolean;
}
