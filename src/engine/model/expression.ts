/**
 * A CEL expression after parsing and type-checking, as plain JSON: it travels in page chunks and is run by `evaluate.ts`
 * in browser and server alike.
 */
export interface Expression {
  /** As written in the schema. */
  source: string;
  /** Compact tree of nodes `[op, ...args]`; only `evaluate.ts` reads it. */
  tree: unknown;
  /** Every path it reads: `self.amount`, `channel.singleMin`, `self.parties.*.share`. */
  reads: string[];
  /** CEL type of the result: `bool`, `int`, `Decimal`, `string`, `list<...>`, ... */
  type: string;
}

/** Values by root name (`self`, `channel`, `user`, `wallet`, `constants`, `today`, `event`), already in rule types (`toRule` of a kind). */
export type Scope = Record<string, unknown>;
