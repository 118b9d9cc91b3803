import type { Zone } from "../base/time-zone.ts";
import type { Expression } from "./expression.ts";
import type { Access, Icon, Lang, Screen, SourceName, StepUp, TenantName } from "./register.ts";

/** Who fires an event: a user of the tenant, or an external system. The engine adds `clock` and `record`. */
export type Role = "user" | "system";

/** The tenant that owns a record, for products with several tenants. */
export interface Tenant {
  /** Name of the column in every table. */
  readonly column: string;
  /** Name of the tenant in schemas and requests. */
  readonly word: TenantName;
  readonly label: Readonly<Record<Lang, string>>;
}

/** Spells out the amounts of one currency in words, shown next to the figures. */
export interface SpelledAmounts {
  /** ISO code of the currency. */
  readonly currency: string;
  /** Language of the words. Forms in this language show them while an amount is entered. */
  readonly lang: Lang;
  /** Returns the amount in words, or an empty string when the value is not an amount. */
  spell(amount: string): Promise<string>;
}

/** An amount that an event debits, with its currency: an ISO code or an expression that returns one. */
export interface Debit {
  readonly amount: Expression;
  readonly currency: { readonly code: string } | { readonly expression: Expression };
}

/**
 * Derives an event's changes to balances and limits from the product's own effects. Each function receives the plan of
 * a transition.
 */
export interface Funds {
  /** Returns whether the event moves money. */
  moves(event: object): boolean;
  /** Returns the amounts that the event debits from an available balance. */
  debits(event: object): readonly Debit[];
  /** Returns the period limits that the event counts against. */
  limits(event: object): readonly { readonly limit: Expression; readonly amount: Expression }[];
  /** Returns whether the event releases the money held for the record. */
  releases(event: object): boolean;
}

/** Settings of a dialect: languages, zone, tenants, access levels, actors, paths. */
export interface Settings {
  /** Languages of all texts, the default one first. */
  languages: readonly [Lang, ...Lang[]];
  /**
   * Messages of failed checks by their code, such as `required`, in languages that the engine has no texts in. `{label}`
   * and `{limit}` are filled in. English stands in for those that are missing.
   */
  messages?: Readonly<Partial<Record<Lang, Readonly<Record<string, string>>>>>;
  /** Time zone of days and wall-clock times. Zones that observe daylight saving time are rejected. */
  zone: Zone;
  /** Settings of tenants. Undefined when all records belong to a single tenant. */
  tenant: Tenant | undefined;
  /** Returns the default path of an entity's call, used when the schema specifies none. */
  path(entity: string, call: string): string;
  /** Access levels of calls, weakest first, and the default for calls that specify none. */
  access: { readonly levels: readonly Access[]; readonly default: Access };
  /** Step-up strengths, weakest first. */
  stepUps: readonly StepUp[];
  /** Roles by the names that transitions use in `by`. */
  actors: Readonly<Record<string, Role>>;
  /** Derives the money that events move. Undefined when no event moves money. */
  funds?: Funds;
  /** Icons that the pages have for menu areas and the bottom bar. */
  icons?: readonly Icon[];
  /** Names of the hand-written screens that pages may show. */
  screens?: readonly Screen[];
  /** Additional row sources that the server computes. Their rows always have all fields. */
  sources?: readonly SourceName[];
  /**
   * Other names of currencies in files and pasted text, each with the ISO codes it may stand for: `{ "£": ["GBP"] }`.
   */
  currencyWords?: Readonly<Record<string, readonly string[]>>;
  /** Spells out amounts in words. Undefined when no amounts are spelled out. */
  spellAmount?: SpelledAmounts;
  /** Time in ms for which the button of a form is disabled after a click. Default: 2 s. */
  doubleClickMs?: number;
  /** Time in ms after which a code may be sent again (`x-send`). Default: 60 s. */
  resendMs?: number;
  /** Maximum size in bytes of a file to import. Default: 10 MiB. */
  uploadMaxBytes?: number;
  /**
   * Returns the digest that is sent and stored instead of a secret. `use` is the field's `digest`. Without it no field
   * may have a digest.
   */
  hashSecret?(use: string, secret: string): Promise<string>;
}
