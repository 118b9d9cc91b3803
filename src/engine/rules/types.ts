/** Types of the names that expressions may use. */
import type { Zone } from "../base/time-zone.ts";
import type { LocalizedMessage } from "./rule-messages.ts";

/**
 * Type of a value in rules. A string is one of `bool int Decimal string date timestamp list map dyn`, or `list<T>` of
 * these. Values of unknown shape are `map` or `dyn`. `values` is a string with fixed values; comparing it with any
 * other literal is rejected.
 */
export type RuleType =
  | string
  | { record: Record<string, RuleType> }
  | ObjectType
  | { list: RuleType }
  | { values: readonly string[] };

/**
 * A nested object. `self.address.city` reads the value that the record has under `address.city`; the object itself has
 * no value.
 */
export interface ObjectType {
  record: Record<string, RuleType>;
  isObject: true;
}

/**
 * Names and types for the expressions of a schema file. Pass the same object for all of them, because it is a cache
 * key.
 */
export interface RuleTypes {
  /** Types by root name: `self`, `channel`, `user`, `today`, ... Other names are rejected. */
  roots: Record<string, RuleType>;
  /** Minor units by ISO 4217 code, for `round(x, 'EUR')`. */
  minorUnits: Record<string, number>;
  /** Zone that determines the day of an instant in `date(instant)`. */
  zone: Zone;
}

/** An expression that does not compile. */
export class RuleError extends Error {
  /** Message in both languages, without the suggestion. */
  readonly messages: LocalizedMessage;
  /** Offset of the first invalid character in the source. */
  readonly position: number;
  /** Offset after the last invalid character. */
  readonly end: number;
  /** The closest name, or a suggested replacement expression. */
  readonly suggestion: string | undefined;

  constructor(message: LocalizedMessage, range: { start: number; end: number }, suggestion?: string) {
    super(suggestion === undefined ? message.en : `${message.en}; did you mean ${suggestion}?`);
    this.messages = message;
    this.name = "RuleError";
    this.position = range.start;
    this.end = range.end;
    this.suggestion = suggestion;
  }
}
