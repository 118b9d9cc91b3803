/** What a product settles once for its schemas: who acts, who may call, how calls are named, and what fields can hold. */
import type { Access, JsonSchema, Lang, StepUp } from "./entity.ts";
import type { Kind } from "./kind.ts";

/** A format that schemas may name. `compare` lets `formatMinimum` and `formatMaximum` order values. */
export interface StringFormat {
  type: "string";
  validate(text: string): boolean;
  /** Undefined when a value cannot be read: the format check reports it. */
  compare?(one: string, other: string): number | undefined;
}

/** Who fires an event: a user of the tenant, or a system outside. `clock` and `record` are the engine's own. */
export type Role = "user" | "system";

export interface Settings {
  /** Languages of every text, first the default one. */
  languages: readonly Lang[];
  /** Returns the path of an entity's call that names none. */
  path(entity: string, call: string): string;
  /** Who may send a call: `levels` weakest first, `default` for a call that says nothing. */
  access: { readonly levels: readonly Access[]; readonly default: Access };
  /** Strengths of a step-up, weakest first. */
  stepUps: readonly StepUp[];
  /** Words of `by` at a transition, each with its role. */
  actors: Readonly<Record<string, Role>>;
}

/** Settings with the kinds of fields and the formats of strings. */
export interface Runtime extends Settings {
  /** Most specific first. A field without `x-kind` is of the first that matches. */
  kinds: readonly Kind[];
  formats: Readonly<Record<string, StringFormat>>;
  /**
   * Returns the kind of that name.
   * @throws on an unknown name: the compiler has checked the names
   */
  kind(name: string): Kind;
  /** Returns the kind of a field: the one that `x-kind` names, else the most specific that matches; undefined when none does. */
  kindFor(schema: JsonSchema, words: JsonSchema): Kind | undefined;
}

/** `field`: in a property (or a column of a list's rows). `entity`: at the top of an entity file. `request`: at the top of a call's request. */
export type Room = "field" | "entity" | "request";

/** What a word is called, where it may stand and what may be written: all that a file's form is checked by. */
export interface KeywordForm {
  name: string;
  on: readonly Room[];
  /** JSON types of the fields that it says something about; left out: all. */
  types?: readonly string[];
  /** What may be written, as a flat JSON Schema. May refer to the definitions of `compile/meta.ts`: `#/$defs/text`, `#/$defs/cel` ... */
  schema: JsonSchema;
  /** A word of JSON Schema that is kept, as it stands, in the field's schema. */
  standard?: boolean;
  doc: { zh: string; en: string };
  /** Words that stand inside it and are documented one by one. */
  words?: readonly { name: string; doc: { zh: string; en: string } }[];
}

/** All words that a schema may use. */
export interface Language extends Runtime {
  keywords: readonly KeywordForm[];
}
