/** A keyword of the schema language: where it is allowed, its values, its meaning, and how it is compiled into the plan. */
import type { EntityDraft } from "./draft.ts";
import type { FieldDraft } from "./field-draft.ts";
import type { LogicDraft } from "./logic-draft.ts";
import type { KeywordForm } from "../model/dialect.ts";
import type { Json } from "./json.ts";

export interface Example {
  value: unknown;
  /** Other words of the same field, or of the same file. */
  with?: Record<string, unknown>;
}

/** A keyword of the schema language and its meaning; see `defineKeyword`. */
export interface Keyword extends KeywordForm {
  /** Adds it to the field's plan and checks what the meta-schema cannot express. All fields of the record are known by then, with their kinds. */
  field?(word: Json, draft: FieldDraft): void;
  /** The same for a whole entity. Also called where the word is left out, to put in what then holds. Called in the order of the list. */
  entity?(word: Json | undefined, draft: EntityDraft): void;
  /** The same for a record and for the rows of each of its lists. */
  logic?(word: Json | undefined, draft: LogicDraft): void;
  examples: {
    good: readonly Example[];
    /** `rule`: the id of the only finding. */
    bad: readonly (Example & { rule: string; suggestion?: string })[];
  };
}

/**
 * Gives a keyword its type.
 * @example
 * const tone = defineKeyword({ ...example, name: "x-tone", schema: { enum: ["calm", "loud"] } });
 */
export const defineKeyword = (keyword: Keyword): Keyword => keyword;
