/** Types of a schema dialect: kinds, string formats and keywords. */
import type { JsonSchema } from "./entity.ts";
import type { Kind } from "./kind.ts";
import type { Settings } from "./settings.ts";

/** A string format that schemas may use. `compare` lets `formatMinimum` and `formatMaximum` order its values. */
export interface StringFormat {
  type: "string";
  validate(text: string): boolean;
  /** Compares two values. Returns undefined when one of them is malformed, which the format check reports. */
  compare?(left: string, right: string): number | undefined;
}

/** A dialect's settings, field kinds and string formats. */
export interface Runtime extends Settings {
  /** Kinds, most specific first. A field without `x-kind` gets the first one that matches. */
  kinds: readonly Kind[];
  formats: Readonly<Record<string, StringFormat>>;
  /**
   * Returns a kind by name.
   * @throws for an unknown name, which compiled plans cannot contain
   */
  kind(name: string): Kind;
  /**
   * Returns the kind of a field: the one named by `x-kind`, otherwise the first that matches. Undefined for an unknown
   * name, or when none matches.
   */
  kindFor(schema: JsonSchema, keywords: JsonSchema): Kind | undefined;
}

/**
 * Location of a keyword. `field`: in a property (or a column of list rows). `entity`: at the top of an entity file.
 * `request`: at the top of a call's request. `rows`: in the `items` of a list of rows.
 */
export type Room = "field" | "entity" | "request" | "rows";

/** Name, locations and value schema of a keyword, from which the meta-schema is built. */
export interface KeywordForm {
  name: string;
  on: readonly Room[];
  /** JSON types of the fields that it applies to. Default: all. */
  types?: readonly string[];
  /**
   * Set for a keyword that only a record's own fields may have, with the keyword to use in rows instead, if there is
   * one. The compiler refuses it in rows, where nothing would enforce it.
   */
  ofRecord?: { instead?: string };
  /**
   * Schema of its value, as flat JSON Schema. May refer to the definitions in `compile/meta.ts`, such as `#/$defs/text`
   * and `#/$defs/cel`.
   */
  schema: JsonSchema;
  /**
   * Set for a keyword that is copied unchanged into the field's schema: JSON Schema keywords, and limits that kinds
   * check.
   */
  standard?: boolean;
  doc: { zh: string; en: string };
  /** Nested keywords, which are documented separately. */
  keywords?: readonly { name: string; doc: { zh: string; en: string } }[];
}

/** All keywords that a schema may use. */
export interface Language extends Runtime {
  keywords: readonly KeywordForm[];
}
