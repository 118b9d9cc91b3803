/** Settings of a product: languages, time zone, tenant, actors, access levels, paths of calls. */
import type { Zone } from "../base/time-zone.ts";
import type { Expression } from "./expression.ts";
import type { Access, Lang, SourceWord, StepUp, TenantWord } from "./register.ts";

/** Who fires an event: a user of the tenant, or a system outside. `clock` and `record` are the engine's own. */
export type Role = "user" | "system";

/** The tenant that owns a record, for products with several tenants. */
export interface Tenant {
  /** Column of every table. */
  readonly column: string;
  /** Name of the tenant in schemas and on the wire. */
  readonly word: TenantWord;
  readonly label: Readonly<Record<Lang, string>>;
}

/** Writes the amounts of one currency in words, shown beside the figures. */
export interface SpelledAmounts {
  /** ISO code. */
  readonly currency: string;
  /** Returns the amount in words; empty when the value is not an amount. */
  spell(amount: string): Promise<string>;
}

/** One amount that an event takes, with its currency: an ISO code or an expression that gives one. */
export interface Debit {
  readonly amount: Expression;
  readonly currency: { readonly code: string } | { readonly expression: Expression };
}

/** Reads an event's changes to balances and limits from the product's own effects. Each function gets the plan of a transition. */
export interface Funds {
  /** Whether the event moves money. */
  moves(event: object): boolean;
  /** Returns the amounts that the event takes from an available balance. */
  debits(event: object): readonly Debit[];
  /** Returns the limits per period that the event counts against. */
  limits(event: object): readonly { readonly limit: Expression; readonly amount: Expression }[];
  /** Returns whether the event releases the record's held money. */
  releases(event: object): boolean;
}

/** Settings of a dialect: languages, zone, tenants, access levels, actors, paths. */
export interface Settings {
  /** Languages of every text, first the default one. */
  languages: readonly [Lang, ...Lang[]];
  /** Zone of days and wall-clock times. One with daylight saving is refused. */
  zone: Zone;
  /** Undefined: all records belong to one tenant. */
  tenant: Tenant | undefined;
  /** Returns the default path of an entity's call, used when its schema names none. */
  path(entity: string, call: string): string;
  /** Who may send a call: `levels` weakest first, `default` for a call that says nothing. */
  access: { readonly levels: readonly Access[]; readonly default: Access };
  /** Strengths of a step-up, weakest first. */
  stepUps: readonly StepUp[];
  /** Words of `by` at a transition, each with its role. */
  actors: Readonly<Record<string, Role>>;
  /** Absent: no event moves money. */
  funds?: Funds;
  /** Sources of rows that the server computes, besides the engine's own. Every row has all its fields. */
  sources?: readonly SourceWord[];
  /** Other words for currencies in files and pasted text, each with the ISO codes that it may mean: `{ "£": ["GBP"] }`. */
  currencyWords?: Readonly<Record<string, readonly string[]>>;
  /** Absent: no amount is shown in words. */
  spellAmount?: SpelledAmounts;
  /** Returns the digest of a secret, which is sent and stored instead of it; `use` is the field's `digest`. Absent: no field may have a digest. */
  hashSecret?(use: string, secret: string): Promise<string>;
}
