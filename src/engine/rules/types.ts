/** Types of the names that an expression may use. */
import type { Zone } from "../base/time-zone.ts";
import type { Said } from "./rule-words.ts";

/**
 * Type of a value in rules. A string is one of `bool int Decimal string date timestamp list map`, `list<T>` of these; anything of unknown shape is
 * `map` or `dyn`. `values` is a string with fixed values: comparing it with any other literal is refused.
 */
export type RuleType =
  | string
  | { record: Record<string, RuleType> }
  | { list: RuleType }
  | { values: readonly string[] };

/** Names and types for the expressions of one schema file. Pass the same object for all of them: it is the key of a cache. */
export interface RuleTypes {
  /** Types by root name: `self`, `channel`, `user`, `today` ... No other name is known. */
  roots: Record<string, RuleType>;
  /** Minor units by ISO 4217 code, for `round(x, 'EUR')`. */
  minorUnits: Record<string, number>;
  /** Zone of the day of an instant, for `date(instant)`. */
  zone: Zone;
}

/** An expression that does not compile. */
export class RuleError extends Error {
  /** Message in both languages, without the suggestion. */
  readonly said: Said;
  /** Offset of the first wrong character in the source. */
  readonly position: number;
  /** Offset after the last wrong character. */
  readonly end: number;
  /** The closest name, or an expression to write instead. */
  readonly suggestion: string | undefined;

  constructor(said: Said, range: { start: number; end: number }, suggestion?: string) {
    super(suggestion === undefined ? said.en : `${said.en}; did you mean ${suggestion}?`);
    this.said = said;
    this.name = "RuleError";
    this.position = range.start;
    this.end = range.end;
    this.suggestion = suggestion;
  }
}
