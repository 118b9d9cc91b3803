/**
 * View types: ways to show an entity's records, which schemas select in `x-views`. Each has its own file and a React
 * component.
 */
import type { JsonSchema } from "../model/entity.ts";
import type { Expression } from "../model/expression.ts";
import type { ViewPlan, ViewPlans } from "../model/views.ts";
import type { EntityDraft } from "./draft.ts";
import type { Json } from "./json.ts";
import { readRelation } from "./read-relation.ts";

/** A link in a view. `{field}` in `to` is replaced with the record's value. Its text key is `views.<id>.<name>`. */
export interface ViewLink {
  name: string;
  to: string;
  when?: Expression;
}

/**
 * Schema of a view's link, for use in schemas of view types.
 * @example
 * const schema = { required: ["main"], properties: { main: VIEW_LINK } };
 */
export const VIEW_LINK = {
  type: "object",
  required: ["label", "to"],
  properties: {
    label: { $ref: "#/$defs/text" },
    to: { type: "string", pattern: "^/" },
    when: { $ref: "#/$defs/cel" },
  },
  additionalProperties: false,
} satisfies JsonSchema;

/**
 * A view during compilation: the entity's draft, and the texts and links of the view.
 * @example
 * const view = defineView({
 *   ...sampleView,
 *   read(keyword, viewDraft) {
 *     viewDraft.text("title", keyword.get("title"));
 *     return sampleView.read(keyword, viewDraft);
 *   },
 * });
 */
export class ViewDraft {
  readonly entity: EntityDraft;
  readonly id: string;

  constructor(entity: EntityDraft, id: string) {
    this.entity = entity;
    this.id = id;
  }

  /** Adds the text `{zh, en}` of a part of the view. */
  text(part: string, keyword: Json | undefined): void {
    this.entity.text(`views.${this.id}.${part}`, keyword);
  }

  /** Adds a sentence about the record. Reports placeholders that are not fields. */
  sentence(part: string, keyword: Json): void {
    this.text(part, keyword);
    for (const lang of this.entity.dialect.languages) {
      const sentence = keyword.get(lang);
      if (sentence) this.#reportPlaceholders(sentence);
    }
  }

  #reportPlaceholders(text: Json): void {
    const names = this.entity.plan.fields.map((field) => field.name);
    for (const { 1: named = "", index } of text.string().matchAll(/\{([\w.]+)\}/g))
      if (!names.includes(named))
        this.entity.reportUnknown(
          text.location({ from: index + 1, to: index + 1 + named.length }),
          "field",
          named,
          names,
        );
  }

  /** Reads the name of a field. Reports an unknown field and returns an empty string for it. */
  fieldName(keyword: Json): string {
    return this.entity.field(keyword)?.name ?? "";
  }

  /** Reads the name of an amount field. Reports any other name, but returns it as well. */
  amount(keyword: Json): string {
    const amounts = this.entity.plan.fields.filter(({ currency }) => currency !== undefined).map(({ name }) => name);
    return this.entity.readName(keyword, "field", amounts);
  }

  /**
   * Reads which records of another entity belong to the record (`entity`, `where`), and which of their fields a line
   * shows (`line`). Reports an unknown entity, and unknown fields.
   */
  relatedLine(keyword: Json) {
    const { theirs, ...relation } = readRelation(keyword, this.entity);
    const line = keyword.member("line").items();
    return {
      ...relation,
      line: line.map((field) => (theirs ? this.entity.readName(field, "field", theirs) : field.string())),
      theirs,
    };
  }

  /** Returns the plan of a link (`VIEW_LINK`). Reports placeholders that are not fields. */
  link(name: string, keyword: Json): ViewLink {
    const [to, source] = [keyword.member("to"), keyword.get("when")];
    this.#reportPlaceholders(to);
    this.text(name, keyword.get("label"));
    const when = source && this.entity.expression(source, "bool");
    return { name, to: to.string(), ...(when ? { when } : {}) };
  }
}

/** An example of a view type: its members without `type`. */
export interface ViewExample {
  value: Readonly<Record<string, unknown>>;
  /** Other keywords of the file. */
  with?: Readonly<Record<string, unknown>>;
}

/** Name, value schema and documentation of a view type. */
export interface ViewWord {
  /** Value of `type` that selects the view type. */
  name: string;
  /** Schema of its members besides `type` and `label`. May refer to the definitions in `compile/meta.ts`. */
  schema: { required?: readonly string[]; properties: JsonSchema };
  doc: { zh: string; en: string };
}

/** A view type with its implementation; see `defineView`. */
export interface ViewType extends ViewWord {
  /** Returns the view's plan. Reports findings, never throws. */
  compile(keyword: Json, view: ViewDraft): ViewPlan;
  examples: {
    good: readonly ViewExample[];
    /** Invalid examples. `rule` is the id of the only finding. */
    bad: readonly (ViewExample & { rule: string; suggestion?: string })[];
  };
}

/**
 * Declares a view type. `read` returns the plan for its React component. It reports findings and never throws.
 * @example
 * const view = defineView({ ...sampleView, doc: { zh: "看板。", en: "A board." } });
 */
export const defineView = <Name extends keyof ViewPlans>({
  name,
  read,
  ...type
}: Omit<ViewType, "name" | "compile"> & {
  name: Name;
  read(keyword: Json, view: ViewDraft): ViewPlans[Name];
}): ViewType => ({
  ...type,
  name,
  compile: (keyword, view) => ({ type: name, plan: read(keyword, view) }),
});
