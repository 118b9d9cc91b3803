/** A keyword is a word of the schema language: where it may stand, what may be written, what it means, and how it goes into the plan. */
import type { EntityDraft } from "./draft.ts";
import type { FieldDraft } from "./field-draft.ts";
import type { JsonSchema } from "../model/entity.ts";
import type { Json } from "./json.ts";

/** `field`: in a property (or a column of a list's rows). `entity`: at the top of an entity file. `request`: at the top of a call's request. */
export type Room = "field" | "entity" | "request";

export interface Example {
  value: unknown;
  /** Other words that stand beside it (for a field: of the same field; else: of the same file). */
  with?: Record<string, unknown>;
}

export interface Keyword {
  name: string;
  on: readonly Room[];
  /** JSON types of the fields that it says something about; left out: all. */
  types?: readonly string[];
  /** What may be written, as a flat JSON Schema. May refer to the definitions of `meta.ts`: `#/$defs/text`, `#/$defs/cel` ... */
  schema: JsonSchema;
  /** A word of JSON Schema that is kept, as it stands, in the field's schema. */
  standard?: boolean;
  doc: { zh: string; en: string };
  /** Words that stand inside it and are documented one by one. */
  words?: readonly { name: string; doc: { zh: string; en: string } }[];
  /** Puts it into the field's plan and checks what the meta-schema cannot. All fields of the record are known by then, with their kinds. */
  field?(word: Json, draft: FieldDraft): void;
  /** The same for a whole entity. Also called where the word is left out, to put in what then holds. Called in the order of the list. */
  entity?(word: Json | undefined, draft: EntityDraft): void;
  examples: {
    good: readonly Example[];
    /** `rule`: the id of the only finding. */
    bad: readonly (Example & { rule: string; suggestion?: string })[];
  };
}

/** Gives a keyword its type. */
export const defineKeyword = (keyword: Keyword): Keyword => keyword;
