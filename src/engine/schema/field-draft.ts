/** A field during compilation. */
import type { EntityDraft } from "./draft.ts";
import type { FieldPlan } from "../model/entity.ts";
import type { Json } from "./json.ts";
import type { LogicDraft } from "./logic-draft.ts";

/** Arguments for creating a field draft. */
type FieldDraftParts = Pick<FieldDraft, "entity" | "plan" | "words" | "path" | "logic">;

export class FieldDraft {
  readonly entity: EntityDraft;
  readonly plan: FieldPlan;
  /** Its keywords by name: those of the shared definition, overridden by its own. */
  readonly words: ReadonlyMap<string, Json>;
  /** Path without row wildcards, as used in text keys: `parties.share`. */
  readonly path: string;
  /** The record or rows that contain the field. */
  readonly logic: LogicDraft;

  constructor({ entity, plan, words, path, logic }: FieldDraftParts) {
    this.entity = entity;
    this.plan = plan;
    this.words = words;
    this.path = path;
    this.logic = logic;
  }

  /** Fields of the same record or row, including this one. */
  get siblings(): readonly FieldPlan[] {
    return this.logic.fields;
  }
  /** Whether the field belongs to a list's rows. */
  get inRow(): boolean {
    return this.logic.list !== undefined;
  }

  /**
   * Returns a field of the same record or row, or of the record around the row. Reports unknown fields and returns
   * undefined for them.
   */
  sibling(word: Json, name = word.string()): FieldPlan | undefined {
    const field =
      this.siblings.find((one) => one.name === name) ?? this.entity.plan.fields.find((one) => one.name === name);
    if (!field)
      this.entity.unknown(
        word.place(word.value === name ? undefined : "key"),
        "field",
        name,
        this.siblings.map((one) => one.name),
      );
    return field;
  }

  text(part: string, word: Json | undefined): void {
    this.entity.text(`field.${this.path}.${part}`, word);
  }
}
