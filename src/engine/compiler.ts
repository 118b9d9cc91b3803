/**
 * The engine's third door: for those who make entities of schema files (server, build, command line). It brings Ajv, cel-js and the JSON
 * parser along, so nothing of the portal goes through it.
 */
export {
  checkForm,
  checkShared,
  compileCall,
  compileEntity,
  plainJson,
  type Compiled,
  type CompiledCall,
} from "./compile/compile.ts";
export { emptyLibrary, type Constant, type Library } from "./schema/library.ts";
export { META_NAMES, metaSchema, type MetaName } from "./compile/meta.ts";
export { findingWords, type Thing } from "./schema/finding-words.ts";
export type { Said } from "./rules/rule-words.ts";
export {
  describe,
  findingAt,
  headline,
  SchemaErrors,
  slipOf,
  suggest,
  type SchemaError,
} from "./schema/schema-error.ts";
export { presentFields, writeRecordType, writeTypes } from "./compile/types.ts";
export { compileValidator, validatorModule } from "./compile/validator.ts";
export { effects } from "./lifecycle/effects/index.ts";
export { keywords } from "./keywords/index.ts";
export type { EffectExample } from "./schema/effect.ts";
export type { Keyword } from "./schema/keyword.ts";
export { parseJson, UNREADABLE, type Json } from "./schema/json.ts";
export { kindOf } from "./entity/kind-of.ts";
export { kinds as kindList } from "./kinds/index.ts";
