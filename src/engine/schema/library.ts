/** Shared definitions that a schema file may reference. The compiler reads no files: the server, the build and tests pass them in. */
import type { ConstantValue } from "../entity/constants.ts";
import type { ContextPlan } from "../model/entity.ts";

/** One constant of the product: `value: 2000, unit: "EUR"`, with where it comes from. */
export interface Constant {
  id: string;
  value: ConstantValue;
  unit?: string;
  source?: string;
}

/** References available to a schema file: shared definitions, constants, contexts, currencies, other entities. */
export interface Library {
  /** Source text of shared definitions by path from the repository's root: `schemas/shared/bank.json`. */
  shared: Record<string, string>;
  constants: Record<string, Constant>;
  contexts: Record<string, ContextPlan>;
  /** By ISO 4217 code. */
  currencies: Record<string, { minorUnits: number }>;
  /** Source text of every entity by name, so that references between them are checked. */
  entities: Record<string, string>;
  /** Names that gates may use as `message`; left out: not checked. */
  failures?: readonly string[];
  /** Names of the calls that are no entity's; left out: not checked. */
  calls?: readonly string[];
}

/**
 * A library with nothing in it, for tests and first steps.
 * @example
 * createEmptyLibrary().entities // => {}
 */
export const createEmptyLibrary = (): Library => ({
  shared: {},
  constants: {},
  contexts: {},
  currencies: {},
  entities: {},
});
