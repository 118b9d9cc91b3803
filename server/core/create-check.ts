/** Checks of values by fixed JSON Schemas, compiled on first use, because compiling all of them would delay every start. */
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from "ajv/dist/2020.js";

/** Returns whether a value is valid. `errors` are those of the last value. */
export interface Check<T> {
  (value: unknown): value is T;
  errors: readonly ErrorObject[];
}

const STRICT: Options = { strict: true };
/** Instances by their options. Each compiles the meta-schema of JSON Schema once. */
const instances = new Map<Options, Ajv2020>();

function openInstance(options: Options): Ajv2020 {
  const ajv = instances.get(options) ?? new Ajv2020(options);
  instances.set(options, ajv);
  return ajv;
}

/**
 * Creates the check of a schema. It is strict unless other options are given.
 * @example
 * const isId = createCheck<string>({ type: "string", minLength: 1 });
 */
export function createCheck<T>(schema: object, options = STRICT): Check<T> {
  const valid: readonly ErrorObject[] = [];
  let compiled: ValidateFunction<T> | undefined;
  const check = (value: unknown): value is T => {
    compiled ??= openInstance(options).compile<T>(schema);
    const isValid = compiled(value);
    check.errors = compiled.errors ?? valid;
    return isValid;
  };
  check.errors = valid;
  return check;
}
