/**
 * A parsed and type-checked CEL expression as plain JSON. It is shipped in page chunks and evaluated by `evaluate.ts`
 * in the browser and on the server.
 */
export interface Expression {
  /** Source text as written in the schema. */
  source: string;
  /** Compact tree of nodes `[op, ...args]`, which only `evaluate.ts` interprets. */
  tree: unknown;
  /** All paths that it reads: `self.amount`, `channel.singleMin`, `self.parties.*.share`. */
  reads: string[];
  /** CEL type of the result: `bool`, `int`, `Decimal`, `string`, `list<...>`, ... */
  type: string;
}

/**
 * Variables by root name (such as `self`, `row`, `channel`, `user`, `wallet`, `constants`, `today`, `event`), with
 * values in rule types (`toRule` of a kind).
 */
export type Scope = Record<string, unknown>;
