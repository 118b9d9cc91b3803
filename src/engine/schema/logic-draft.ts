/** The fields that rules and conditions refer to: those of a record, or of the rows of a list. */
import type { EntityDraft } from "./draft.ts";
import type { Expression } from "../model/expression.ts";
import type { FieldPlan, JsonSchema } from "../model/entity.ts";
import { buildRecordType } from "../rules/scope.ts";
import type { RuleType } from "../rules/types.ts";
import type { Json } from "./json.ts";

/** Arguments for creating a draft. */
export type LogicDraftParts = Pick<LogicDraft, "entity" | "fields" | "keywords" | "list" | "around">;

/** The record or the rows of a list during the compilation of their rules and conditions. */
export class LogicDraft {
  readonly entity: EntityDraft;
  readonly fields: FieldPlan[];
  /** Keywords of the schema that contains these fields, by name. */
  readonly keywords: ReadonlyMap<string, Json>;
  /** Path of the list, such as `lines`. Undefined for the record. */
  readonly list: string | undefined;
  /** Schema of a row. */
  schema: JsonSchema | undefined;
  /** The rows that contain the list, for a nested list. */
  readonly around: LogicDraft | undefined;

  constructor({ entity, fields, keywords, list, around }: LogicDraftParts) {
    this.entity = entity;
    this.fields = fields;
    this.keywords = keywords;
    this.list = list;
    this.around = around;
  }

  /** Returns the full path of a field or the full id of a rule: `lines.amount`. */
  path(name: string): string {
    return this.list === undefined ? name : `${this.list}.${name}`;
  }

  /** Removes a row field from the `required` of the row schema, because a condition requires it instead. */
  relax(name: string): void {
    const required = this.schema?.["required"];
    if (!this.schema || !Array.isArray(required)) return;
    this.schema["required"] = required.filter((item) => item !== name);
  }

  /** Properties that identify the list in plans. Empty for the record. */
  get about(): { list?: string } {
    return this.list === undefined ? {} : { list: this.list };
  }

  /** Returns the field of that name. Reports unknown fields and returns undefined for them. */
  field(keyword: Json, name = keyword.string()): FieldPlan | undefined {
    return this.entity.pick(keyword, name, this.fields);
  }

  /**
   * Compiles an expression. In rows the current row is `row`, and the row around a nested list is `parent`. What the
   * expression reads from them is recorded by its path in the record. `source` is the expression in CEL if the keyword
   * is not written in CEL.
   */
  expression(keyword: Json, expected?: string, source?: string): Expression | undefined {
    const roots: Record<string, RuleType> = {};
    const paths: Record<string, string> = {};
    for (const [name, rows] of [
      ["row", this],
      ["parent", this.around],
    ] as const) {
      if (rows?.list === undefined) continue;
      roots[name] = buildRecordType(rows.fields, this.entity.dialect.kind);
      paths[name] = `self.${rows.list.replaceAll(".", ".*.")}.*`;
    }
    const expression = this.entity.expression(keyword, expected, roots, source);
    return (
      expression && { ...expression, reads: [...new Set(expression.reads.map((path) => placeNames(path, paths)))] }
    );
  }
}

function placeNames(path: string, paths: Readonly<Record<string, string>>): string {
  const [root = "", ...rest] = path.split(".");
  return Object.hasOwn(paths, root) ? [paths[root], ...rest].join(".") : path;
}
