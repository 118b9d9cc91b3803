/** A field while it is being compiled. */
import type { EntityDraft } from "./draft.ts";
import type { FieldPlan } from "../model/entity.ts";
import type { Json } from "./json.ts";

/** Input of a field's draft. */
type FieldDraftParts = Pick<FieldDraft, "entity" | "plan" | "words" | "path" | "siblings">;

export class FieldDraft {
  readonly entity: EntityDraft;
  readonly plan: FieldPlan;
  /** Its words by name: those of the shared definition, overridden by its own. */
  readonly words: ReadonlyMap<string, Json>;
  /** Path without row stars, as text keys have it: `parties.share`. */
  readonly path: string;
  /** Fields of the same record or row, this one included. */
  readonly siblings: readonly FieldPlan[];

  constructor({ entity, plan, words, path, siblings }: FieldDraftParts) {
    this.entity = entity;
    this.plan = plan;
    this.words = words;
    this.path = path;
    this.siblings = siblings;
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
