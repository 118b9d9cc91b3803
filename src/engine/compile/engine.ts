import type { TransitionPlan } from "../model/entity.ts";
import { listTransitionExpressions } from "../lifecycle/changes.ts";
import { prepareKinds, type Dialect } from "../schema/dialect.ts";
import type { Library } from "../schema/library.ts";
import { createRuntime } from "../entity/runtime.ts";
import { checkForm, checkShared, compileCall, compileEntity, parsePlainJson } from "./compile.ts";
import { buildMetaSchema, type MetaName } from "./meta.ts";
import { writeMetaValidators } from "./meta-validator.ts";
import { createValidators } from "./validator.ts";

/**
 * Creates the compiler of a dialect, with all functions that read schema files.
 * @example
 * const { compileEntity } = createEngine(dialect);
 * const { plan, texts } = compileEntity("schemas/entities/issue.json", source, library);
 */
export const createEngine = (dialect: Dialect) => ({
  dialect,
  keywords: dialect.keywords,
  effects: dialect.effects,
  views: dialect.views,
  kinds: dialect.kinds,
  kind: dialect.kind,
  compileEntity: (file: string, source: string, library: Library) => compileEntity(dialect, file, source, library),
  compileCall: (file: string, source: string, library: Library) => compileCall(dialect, file, source, library),
  checkShared: (file: string, source: string, library: Library) => checkShared(dialect, file, source, library),
  checkForm: (name: MetaName, file: string, source: string) => checkForm(dialect, name, file, source),
  plainJson: (name: MetaName, file: string, source: string) => parsePlainJson(dialect, name, file, source),
  metaSchema: (name: MetaName) => buildMetaSchema(dialect, name),
  /** Returns the source of a module with the compiled validators of meta-schemas (`writeMetaValidators`). */
  writeMetaValidators: (names: readonly MetaName[], helpers: string) => writeMetaValidators(dialect, names, helpers),
  hydrate: createRuntime(dialect).hydrate,
  ...createValidators(dialect.formats),
  /** Loads the full checks of all kinds (`Kind.prepare`). */
  prepareKinds: () => prepareKinds(dialect),
  transitionExpressions: (transition: TransitionPlan) => listTransitionExpressions(dialect.effects, transition),
});

/** The compiler of one dialect. */
export type Engine = ReturnType<typeof createEngine>;
