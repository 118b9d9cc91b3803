/**
 * Creates the Ajv instances for records. They support JSON Schema 2020-12, report all errors, are strict by default,
 * and know the dialect's formats.
 */
import { isObject } from "../base/guards.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { _, type Ajv } from "ajv";
import { formatLimitDefinition } from "ajv-formats/dist/limit.js";
import type { JsonSchema } from "../model/entity.ts";
import type { StringFormat } from "../model/dialect.ts";
import type { Validate } from "../model/validate.ts";

const recordOptions = {
  strict: true,
  strictRequired: true,
  allErrors: true,
  // Names that every JavaScript object inherits, such as `constructor`, are not members of a record.
  ownProperties: true,
  messages: false,
} as const;

type AjvOptions = ConstructorParameters<typeof Ajv2020>[0];
type Formats = Readonly<Record<string, StringFormat>>;

/** Compiles validators of records with a dialect's formats. */
export interface Validators {
  /** Returns a validator of records. It is compiled on first use, so that start-up does not wait for all schemas. */
  compileValidator(schema: JsonSchema): Validate;
  /**
   * Returns the source of an ES module that exports `validate`, compiled by rjsf: no eval, no Ajv, imports from
   * `runtime` only.
   */
  validatorModule(schema: JsonSchema, runtime: Runtime): Promise<string>;
}

/**
 * Creates the validators for a dialect's formats. Without `strict`, they also accept schemas that the compiler never
 * writes, such as those without `type` in the official test suite. Without `validateFormats`, a format only annotates,
 * as in the standard's own dialect.
 * @example
 * const { compileValidator } = createValidators(dialect.formats, { strict: false });
 */
export function createValidators(formats: Formats, { strict = true, validateFormats = true } = {}): Validators {
  const options: AjvOptions = {
    ...recordOptions,
    formats,
    validateFormats,
    ...(strict ? {} : { strict, strictRequired: false, logger: false }),
  };
  let checking: Ajv2020 | undefined;
  /**
   * Returns the options of an Ajv instance that compiles a single schema, so that the code depends on that schema only.
   * Validates the schema first with a shared instance, because each new one would have to compile the meta-schema.
   */
  const optionsFor = (schema: JsonSchema) => {
    (checking ??= addLimits(new Ajv2020(options))).validateSchema(schema, true);
    return { ...options, validateSchema: false };
  };
  return {
    compileValidator(schema) {
      let compiled: Validate | undefined;
      const validate: Validate = (data) => {
        compiled ??= addLimits(new Ajv2020(optionsFor(schema))).compile<unknown>(schema);
        const valid = compiled(data);
        validate.errors = compiled.errors ?? null;
        return valid;
      };
      return validate;
    },
    async validatorModule(schema, runtime) {
      const bare = { $id: "record", ...stripSchema(schema) };
      return addImports(await compileByRjsf(bare, optionsFor(bare)), runtime);
    },
  };
}

/**
 * Adds `formatMinimum`, `formatMaximum` and their exclusive variants to an Ajv instance, and `x-step`, which decimal
 * kinds check.
 */
const addLimits = <Instance extends Ajv>(ajv: Instance): Instance => {
  ajv.addKeyword(formatLimitDefinition);
  ajv.addKeyword("x-step");
  return ajv;
};

/** Returns the CommonJS code of a schema's validator, exported under the schema's `$id`. */
async function compileByRjsf(schema: JsonSchema, options: AjvOptions): Promise<string> {
  // Imported on demand, because only builds need it: rjsf depends on React, and the server compiles its own validators.
  const { compileSchemaValidatorsCode } = await import("@rjsf/validator-ajv8/lib/compileSchemaValidatorsCode.js");
  return compileSchemaValidatorsCode(schema, {
    AjvClass: Ajv2020,
    ajvFormatOptions: false,
    ajvOptionsOverrides: {
      ...options,
      // By default rjsf would round `multipleOf` and copy schemas and values into errors.
      multipleOfPrecision: 0,
      verbose: false,
      code: { lines: false, optimize: 1, formats: _`formats` },
    },
    extenderFn: addLimits,
  });
}

/** Modules that compiled validators import, as resolved by the bundler. */
export interface Runtime {
  /** Returns the path of a module that exports a string format as `format`. */
  format(name: string): string;
  /** Path of the module that exports `ucs2length` and `equal`. */
  helpers: string;
}

const SILENT: ReadonlySet<string> = new Set([
  "readOnly",
  "writeOnly",
  "examples",
  "default",
  "$comment",
  "description",
  "x-step",
]);

/** Returns the schema without keywords that validate nothing, because Ajv copies whole schemas into its code. */
function stripSchema(schema: JsonSchema): JsonSchema {
  const bare = (value: unknown) => (isObject(value) ? stripSchema(value) : value);
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !SILENT.has(keyword))
      .map(([keyword, value]) => {
        if (keyword === "properties" && isObject(value))
          return [keyword, Object.fromEntries(Object.entries(value).map(([name, item]) => [name, bare(item)]))];
        return [keyword, keyword === "items" ? bare(value) : value];
      }),
  );
}

/**
 * Converts Ajv's CommonJS output to an ES module with a named export, and `require(...)` to imports.
 * @throws when the code requires an unknown module
 */
function addImports(code: string, runtime: Runtime): string {
  const imports = new Set<string>();
  const body = code
    .replace(/^"use strict";/, "")
    .replace(/exports(?:\.\w+|\["[^"]+"\]) = (\w+);/, "export const validate = $1;")
    .replace(/(= )formats(?:\.(\w+)|\["([^"]+)"\])/g, (_whole, before: string, plain?: string, quoted?: string) => {
      const name = plain ?? quoted ?? "";
      const local = `${name.replaceAll("-", "_")}_format`;
      imports.add(`import { format as ${local} } from ${JSON.stringify(runtime.format(name))};`);
      return before + local;
    })
    .replace(
      /const (\w+) = require\("ajv\/dist\/runtime\/(ucs2length|equal)"\)\.default;?/g,
      (_whole, name: string, helper: string) => {
        imports.add(`import { ${helper} as ${name} } from ${JSON.stringify(runtime.helpers)};`);
        return "";
      },
    );
  const foreign = /.{0,60}\b(?:require\(|exports\b).{0,60}/.exec(body);
  if (foreign) throw new Error(`a compiled validator leans on what is not known: ${foreign[0]}`);
  return `${[...imports].join("\n")}\n${body}`;
}
