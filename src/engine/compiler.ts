/**
 * Entry point for compiling dialects and entities from schema files (server, build, command line). It imports Ajv,
 * cel-js and the JSON parser, so the portal must not import it.
 */
export type { Compiled, CompiledCall } from "./compile/compile.ts";
export { createEngine, type Engine } from "./compile/engine.ts";
export { createEmptyLibrary, type Constant, type Library } from "./schema/library.ts";
export { META_NAMES, buildMetaSchema, type MetaName } from "./compile/meta.ts";
export { DIALECT_URL, buildSchemaId } from "./schema/schema-id.ts";
export type { FindingSubject } from "./schema/finding-subjects.ts";
export { findingMessages } from "./schema/finding-messages.ts";
export type { LocalizedMessage, MessageCatalogue } from "./rules/rule-messages.ts";
export {
  describe,
  createFinding,
  formatHeadline,
  SchemaErrors,
  findClosestName,
  suggest,
  type SchemaError,
} from "./schema/schema-error.ts";
export { buildPlainSchema } from "./compile/plain.ts";
export { presentFields, writeRecordType, writeTypes } from "./compile/types.ts";
export { registerVocabulary } from "./compile/register-vocabulary.ts";
export { createValidators, type Runtime } from "./compile/validator.ts";
export { parseJson, UNREADABLE, type Json } from "./schema/json.ts";
export { createDialect, prepareKinds, type Dialect, type Vocabulary } from "./schema/dialect.ts";
export { defineKeyword, type Keyword } from "./schema/keyword.ts";
export { member, type ValueOf } from "./schema/view-members.ts";
export { defineView, VIEW_LINK, ViewDraft, type ViewLink } from "./schema/view-type.ts";
export { defineEffect, type Effect, type EffectExample, type TransitionDraft } from "./schema/effect.ts";
export type { EntityDraft } from "./schema/draft.ts";
export { core } from "./keywords/index.ts";
export { refuseUnsealed } from "./keywords/sealed.ts";
export { formatPosition, applyStep, type Position } from "./entity/transitions.ts";
export { createSamples as createLifecycleSamples, UPDATE as SAMPLE_UPDATE } from "./lifecycle/samples.ts";
export {
  compareMember,
  compareParts,
  compareSets,
  FieldPair,
  isDropped,
  isSame,
  mapFields,
  Place,
  RecordPair,
  type Difference,
  type Level,
  type Risk,
} from "./schema/comparison.ts";
export type { Reach } from "./schema/explanation.ts";
export { compareAccess, compareCall } from "./keywords/call-changes.ts";
export { buildConditionPath } from "./keywords/condition.ts";
export { buildRulePath } from "./keywords/rules.ts";
