/**
 * A keyword of the schema language: where it is allowed, its values, its documentation, and how it is compiled into the
 * plan.
 */
import type { Comparison } from "./comparison.ts";
import type { EntityDraft } from "./draft.ts";
import type { Explain } from "./explanation.ts";
import type { FieldDraft } from "./field-draft.ts";
import type { LogicDraft } from "./logic-draft.ts";
import type { KeywordForm } from "../model/dialect.ts";
import type { Json } from "./json.ts";

export interface Example {
  value: unknown;
  /** Other keywords of the same field or file. */
  with?: Record<string, unknown>;
}

/** A keyword of the schema language with its implementation; see `defineKeyword`. */
export interface Keyword extends KeywordForm {
  /**
   * Adds the keyword to a field's plan and checks what the meta-schema cannot express. Called once all fields of the
   * record and their kinds are known.
   */
  field?(keyword: Json, draft: FieldDraft): void;
  /**
   * Adds the keyword to an entity's plan. It is also called when the keyword is absent, to set defaults. Keywords are
   * called in list order.
   */
  entity?(keyword: Json | undefined, draft: EntityDraft): void;
  /** Adds the keyword to the plan of a record, and of the rows of each of its lists. */
  logic?(keyword: Json | undefined, draft: LogicDraft): void;
  /** Reports what a change of the keyword breaks. Null when no change of it matters, or another keyword compares it. */
  compare: Comparison | null;
  /** Explains what the keyword does to a field. Null when nothing, or when another keyword explains it. */
  explain: Explain | null;
  examples: {
    good: readonly Example[];
    /** Invalid examples. `rule` is the id of the only finding. */
    bad: readonly (Example & { rule: string; suggestion?: string })[];
  };
}

/**
 * Declares a keyword with type checking.
 * @example
 * const tone = defineKeyword({ ...example, name: "x-tone", schema: { enum: ["calm", "loud"] } });
 */
export const defineKeyword = (keyword: Keyword): Keyword => keyword;
