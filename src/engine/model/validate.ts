/** A compiled JSON Schema validator, as Ajv makes it. */
import type { JsonSchema } from "./entity.ts";

/** One failed keyword of a JSON Schema. */
export interface SchemaProblem {
  /** JSON pointer of the value. */
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
}
/** Returns whether a record fulfils its JSON Schema; `errors` then holds the failed keywords. Compiled at start or at build. */
export interface Validate {
  (data: unknown): boolean;
  errors?: SchemaProblem[] | null;
  schema?: JsonSchema | boolean;
}
