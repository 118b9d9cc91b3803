/** A field during compilation. */
import type { EntityDraft } from "./draft.ts";
import { findObjectName } from "../entity/objects.ts";
import type { FieldPlan } from "../model/entity.ts";
import type { Json } from "./json.ts";
import type { LogicDraft } from "./logic-draft.ts";

/** Arguments for creating a field draft. */
type FieldDraftParts = Pick<FieldDraft, "entity" | "plan" | "keywords" | "path" | "logic">;

export class FieldDraft {
  readonly entity: EntityDraft;
  readonly plan: FieldPlan;
  /** Its keywords by name: those of the shared definition that it refers to, overridden by its own. */
  readonly keywords: ReadonlyMap<string, Json>;
  /** Path without row wildcards, as used in text keys: `parties.share`. */
  readonly path: string;
  /** The record or rows that contain the field. */
  readonly logic: LogicDraft;

  constructor({ entity, plan, keywords, path, logic }: FieldDraftParts) {
    this.entity = entity;
    this.plan = plan;
    this.keywords = keywords;
    this.path = path;
    this.logic = logic;
  }

  /** Fields of the same record or row, including the field itself. */
  get siblings(): readonly FieldPlan[] {
    return this.logic.fields;
  }
  /** Whether the field belongs to a list's rows. */
  get inRow(): boolean {
    return this.logic.list !== undefined;
  }

  /**
   * Returns the field that a keyword of this field names. Searches the nested objects around the field from the
   * innermost, then its row or record, then the rows and the record around the row. Reports a finding and returns
   * undefined if there is none.
   */
  sibling(keyword: Json, name = keyword.string()): FieldPlan | undefined {
    for (let object = findObjectName(this.plan.name); object !== undefined; object = findObjectName(object)) {
      const beside = this.siblings.find((sibling) => sibling.name === `${object}.${name}`);
      if (beside) return beside;
    }
    for (let logic: LogicDraft | undefined = this.logic; logic; logic = logic.around) {
      const found = logic.fields.find((field) => field.name === name);
      if (found) return found;
    }
    const around = this.entity.plan.fields.find((field) => field.name === name);
    return around ?? this.entity.pick(keyword, name, this.siblings);
  }

  /**
   * Returns the field that a keyword of this field names to fill it in, as `sibling` does. For a field of a row it must
   * be in the same row, because other rows would fill in the same field of the record.
   */
  target(keyword: Json, name = keyword.string()): FieldPlan | undefined {
    return this.inRow ? this.logic.field(keyword, name) : this.sibling(keyword, name);
  }

  /**
   * Returns the full name of the field that a keyword of this field names. Reports a finding and returns `name` when
   * there is none.
   */
  siblingName(keyword: Json, name = keyword.string()): string {
    return this.sibling(keyword, name)?.name ?? name;
  }

  /** Returns the keyword's members by the full name of the field that each fills in. */
  targetMap(keyword: Json | undefined): Record<string, string> {
    return Object.fromEntries(
      (keyword?.entries() ?? []).map(([own, value]) => [this.target(value, own)?.name ?? own, value.string()]),
    );
  }

  text(part: string, keyword: Json | undefined): void {
    this.entity.text(`field.${this.path}.${part}`, keyword);
  }
}
