/** A field while it is being compiled. */
import type { EntityDraft } from "./draft.ts";
import type { FieldPlan } from "../model/entity.ts";
import type { Json } from "./json.ts";
import type { LogicDraft } from "./logic-draft.ts";

/** Input of a field's draft. */
type FieldDraftParts = Pick<FieldDraft, "entity" | "plan" | "words" | "path" | "logic">;

export class FieldDraft {
  readonly entity: EntityDraft;
  readonly plan: FieldPlan;
  /** Its words by name: those of the shared definition, overridden by its own. */
  readonly words: ReadonlyMap<string, Json>;
  /** Path without row stars, as text keys have it: `parties.share`. */
  readonly path: string;
  /** The record or the rows that it belongs to. */
  readonly logic: LogicDraft;

  constructor({ entity, plan, words, path, logic }: FieldDraftParts) {
    this.entity = entity;
    this.plan = plan;
    this.words = words;
    this.path = path;
    this.logic = logic;
  }

  /** Fields of the same record or row, this one included. */
  get siblings(): readonly FieldPlan[] {
    return this.logic.fields;
  }
  /** True for a field of a list's rows. */
  get inRow(): boolean {
    return this.logic.list !== undefined;
  }

  /** Returns the field beside this one, or of the record around its row; reports a finding and returns undefined when there is none. */
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
