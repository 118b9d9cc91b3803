/**
 * Creates the validators of schema files, whose errors include the schema and the value. The build precompiles them,
 * because compiling them takes longer than everything else that the server does with schemas at start-up.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import { _, type ValidateFunction } from "ajv";
import type { Language } from "../model/dialect.ts";
import type { JsonSchema } from "../model/entity.ts";
import { isRegex } from "../entity/validator-runtime.ts";
import { builtValidators, type BuiltValidator } from "./built-validators.ts";
import { buildMetaSchema, type MetaName } from "./meta.ts";

const options = {
  inlineRefs: false,
  strict: false,
  allErrors: true,
  verbose: true,
  messages: true,
  formats: { regex: isRegex },
} as const;

/**
 * Returns the validator of a dialect's meta-schema: the built one if it was compiled from the same meta-schema, else a
 * newly compiled one.
 */
export function createMetaValidator(
  dialect: Language,
  name: MetaName,
  built: BuiltValidator | undefined = builtValidators[name],
): ValidateFunction {
  const schema = buildMetaSchema(dialect, name);
  return built?.schema === JSON.stringify(schema) ? built.validate : compileMetaValidator(schema);
}

/** Compiles a validator that is used once per file, so Ajv's optimisation would cost more than it saves. */
const compileMetaValidator = (schema: JsonSchema): ValidateFunction =>
  new Ajv2020({ ...options, code: { optimize: false } }).compile(schema);

/**
 * Returns the source of an ES module that exports `builtValidators` for these meta-schemas of a dialect. It imports
 * from `helpers` only, the path of `validator-runtime.ts`.
 *
 * @throws Error when a validator requires an unknown module
 */
export async function writeMetaValidators(
  dialect: Language,
  names: readonly MetaName[],
  helpers: string,
): Promise<string> {
  // Imported on demand, because only builds need it.
  const { default: writeModule } = await import("ajv/dist/standalone/index.js");
  const code = { source: true, esm: true, formats: _`{ regex: isRegex }` };
  const ajv = new Ajv2020({ ...options, code });
  const schemas = names.map((name) => ({ name, schema: buildMetaSchema(dialect, name) }));
  for (const { name, schema } of schemas) ajv.addSchema(schema, name);
  const body = writeModule(ajv, Object.fromEntries(names.map((name) => [name, name])))
    .replace(/^"use strict";/, "")
    .replace(/require\("ajv\/dist\/runtime\/(ucs2length|equal)"\)\.default/g, "$1");
  const foreign = /.{0,60}\brequire\(.{0,60}/.exec(body);
  if (foreign) throw new Error(`a compiled validator requires an unknown module: ${foreign[0]}`);
  const entries = schemas.map(
    ({ name, schema }) => `${name}: { schema: ${JSON.stringify(JSON.stringify(schema))}, validate: ${name} }`,
  );
  return [
    `import { equal, isRegex, ucs2length } from ${JSON.stringify(helpers)};`,
    body,
    `export const builtValidators = { ${entries.join(", ")} };`,
  ].join("\n");
}
