/** Fields that rules and conditions are written for: those of a record, or of the rows of a list. */
import type { EntityDraft } from "./draft.ts";
import type { Expression } from "../model/expression.ts";
import type { FieldPlan, JsonSchema } from "../model/entity.ts";
import { recordType } from "../rules/scope.ts";
import type { RuleType } from "../rules/types.ts";
import type { Json } from "./json.ts";

/** Input of a draft. */
export type LogicDraftParts = Pick<LogicDraft, "entity" | "fields" | "words" | "list" | "around">;

/** The record or the rows of a list while their rules and conditions are compiled. */
export class LogicDraft {
  readonly entity: EntityDraft;
  readonly fields: FieldPlan[];
  /** The words beside their `properties`, by name. */
  readonly words: ReadonlyMap<string, Json>;
  /** Path of the list, `lines`; undefined for the record. */
  readonly list: string | undefined;
  /** Schema of a row. */
  schema: JsonSchema | undefined;
  /** The rows that contain the list. */
  readonly around: LogicDraft | undefined;

  constructor({ entity, fields, words, list, around }: LogicDraftParts) {
    this.entity = entity;
    this.fields = fields;
    this.words = words;
    this.list = list;
    this.around = around;
  }

  /** Returns the path of a field of this name, or the id of a rule: `lines.amount`. */
  path(name: string): string {
    return this.list === undefined ? name : `${this.list}.${name}`;
  }

  /** Takes the demand for a field of rows out of their schema: it is made by a condition. */
  relax(name: string): void {
    const required = this.schema?.["required"];
    if (!this.schema || !Array.isArray(required)) return;
    this.schema["required"] = required.filter((one) => one !== name);
  }

  /** What plans say about the list; nothing for the record. */
  get about(): { list?: string } {
    return this.list === undefined ? {} : { list: this.list };
  }

  /** Returns the field that a word names; reports a finding and returns undefined when there is none. */
  field(word: Json, name = word.string()): FieldPlan | undefined {
    const field = this.fields.find((one) => one.name === name);
    if (!field)
      this.entity.unknown(
        word.place(word.value === name ? undefined : "key"),
        "field",
        name,
        this.fields.map((one) => one.name),
      );
    return field;
  }

  /**
   * Compiles an expression, which in rows knows the row as `row`, and the row around a list in a list as `parent`. What it reads of them is
   * kept by its path in the record. `source`: what the word says in CEL, when it says it otherwise.
   */
  expression(word: Json, expected?: string, source?: string): Expression | undefined {
    const roots: Record<string, RuleType> = {};
    const places: Record<string, string> = {};
    for (const [name, rows] of [
      ["row", this],
      ["parent", this.around],
    ] as const) {
      if (rows?.list === undefined) continue;
      roots[name] = recordType(rows.fields, this.entity.dialect.kind);
      places[name] = `self.${rows.list.replaceAll(".", ".*.")}.*`;
    }
    const expression = this.entity.expression(word, expected, roots, source);
    return (
      expression && { ...expression, reads: [...new Set(expression.reads.map((path) => placeNames(path, places)))] }
    );
  }
}

function placeNames(path: string, places: Readonly<Record<string, string>>): string {
  const [root = "", ...rest] = path.split(".");
  return Object.hasOwn(places, root) ? [places[root], ...rest].join(".") : path;
}
