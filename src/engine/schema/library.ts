/**
 * Definitions that a schema file may refer to. The compiler reads no files: the server, the build and tests pass them
 * in.
 */
import type { ConstantValue } from "../entity/constants.ts";
import type { ContextPlan } from "../model/entity.ts";

/** A constant of the product with its source, such as `value: 2000, unit: "EUR"`. */
export interface Constant {
  id: string;
  value: ConstantValue;
  unit?: string;
  source?: string;
  /** Path of the test that compares it with code that cannot read it, such as CSS. */
  test?: string;
}

/** What a schema file may refer to: shared definitions, constants, contexts, currencies, other entities. */
export interface Library {
  /** Source text of shared definitions by path from the repository root: `schemas/shared/bank.json`. */
  shared: Record<string, string>;
  constants: Record<string, Constant>;
  contexts: Record<string, ContextPlan>;
  /** Currencies by ISO 4217 code. */
  currencies: Record<string, { minorUnits: number }>;
  /** Source text of every entity by name, for checking references between them. */
  entities: Record<string, string>;
  /** Failures that preconditions may name as `message`. Not checked when undefined. */
  failures?: readonly string[];
  /** Names of the calls that belong to no entity. Not checked when undefined. */
  calls?: readonly string[];
}

/**
 * Creates an empty library, for tests and first steps.
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
