/** What the rule compiler knows about the names that an expression may use. */
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

/** Everything that the expressions of one schema file share. Pass the same object for all of them: it is the key of a cache. */
export interface RuleTypes {
  /** By root name: `self`, `channel`, `user`, `today` ... Only these may be named. */
  roots: Record<string, RuleType>;
  /** Minor units by ISO 4217 code, for `round(x, 'EUR')`. */
  minorUnits: Record<string, number>;
  /** Zone of the day of an instant, for `date(instant)`. */
  zone: Zone;
}

/** An expression that does not compile. */
export class RuleError extends Error {
  /** What is wrong, in both languages and without the suggestion. */
  readonly said: Said;
  /** Offset of the first wrong character in the expression's source. */
  readonly position: number;
  /** Offset after the last one. */
  readonly end: number;
  /** What was probably meant: a name, or an expression. */
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
