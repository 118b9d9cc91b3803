/** Dialect of schemas: kinds and formats of fields, keywords. */
import type { JsonSchema } from "./entity.ts";
import type { Kind } from "./kind.ts";
import type { Settings } from "./settings.ts";

/** A format that schemas may name. `compare` lets `formatMinimum` and `formatMaximum` order values. */
export interface StringFormat {
  type: "string";
  validate(text: string): boolean;
  /** Undefined when a value cannot be read: the format check reports it. */
  compare?(one: string, other: string): number | undefined;
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

/** `field`: in a property (or a column of a list's rows). `entity`: at the top of an entity file. `request`: at the top of a call's request. `rows`: in the `items` of a list of rows. */
export type Room = "field" | "entity" | "request" | "rows";

/** Name, place and value schema of a keyword; the meta-schema is built from these. */
export interface KeywordForm {
  name: string;
  on: readonly Room[];
  /** JSON types of the fields that it applies to; absent: all. */
  types?: readonly string[];
  /** Schema of its value, as a flat JSON Schema. May refer to the definitions of `compile/meta.ts`: `#/$defs/text`, `#/$defs/cel` ... */
  schema: JsonSchema;
  /** True for a keyword that is copied unchanged into the field's schema: those of JSON Schema, and limits that kinds check. */
  standard?: boolean;
  doc: { zh: string; en: string };
  /** Nested keywords, each documented separately. */
  words?: readonly { name: string; doc: { zh: string; en: string } }[];
}

/** Every keyword that a schema may use. */
export interface Language extends Runtime {
  keywords: readonly KeywordForm[];
}
