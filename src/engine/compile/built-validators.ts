/**
 * Validators of meta-schemas that the build has compiled. Empty when the server runs from source: the plugin of
 * `vite/meta-validators.ts` replaces this module in the built server.
 */
import type { ValidateFunction } from "ajv";
import type { MetaName } from "./meta.ts";

/** A compiled validator, and the JSON of the meta-schema that it was compiled from. */
export interface BuiltValidator {
  schema: string;
  validate: ValidateFunction;
}
export const builtValidators: Readonly<Partial<Record<MetaName, BuiltValidator>>> = {};
