/**
 * View types: ways to show an entity's records, which schemas select in `x-views`. Each has its own file and a React
 * component.
 */
import type { JsonSchema } from "../model/entity.ts";
import type { Expression } from "../model/expression.ts";
import type { ViewPlans } from "../model/views.ts";
import type { EntityDraft } from "./draft.ts";
import { findingMessages } from "./finding-messages.ts";
import type { Json } from "./json.ts";
import { refs } from "./meta-parts.ts";
import { readRelation } from "./read-relation.ts";

/** A link in a view. `{field}` in `to` is replaced with the record's value. Its text key is `views.<id>.<name>`. */
export interface ViewLink {
  name: string;
  to: string;
  when?: Expression;
}

/**
 * Schema of a view's link, for members of view types that extend it.
 * @example
 * const { object, create } = member;
 * const plan = object({ main: create(VIEW_LINK, (keyword, view) => view.link("main", keyword)) });
 */
export const VIEW_LINK = {
  type: "object",
  required: ["label", "to"],
  properties: {
    label: refs.text,
    to: { type: "string", pattern: "^/" },
    when: refs.cel,
  },
  additionalProperties: false,
} satisfies JsonSchema;

/**
 * A view during compilation: the entity's draft, and the texts and links of the view.
 * @example
 * const title = member.create({ type: "string" }, (keyword, view: ViewDraft) => view.fieldName(keyword));
 */
export class ViewDraft {
  readonly entity: EntityDraft;
  /** Prefix of the view's text keys, also in the names of its links. */
  readonly #prefix: readonly string[];
  readonly #id: string;

  constructor(entity: EntityDraft, id: string, prefix: readonly string[] = []) {
    this.entity = entity;
    this.#id = id;
    this.#prefix = prefix;
  }

  /** Returns the view with a longer prefix of its text keys, for an item of a list. */
  below(part: string): ViewDraft {
    return new ViewDraft(this.entity, this.#id, [...this.#prefix, part]);
  }

  /** Returns the key of a text below `views.<id>.`. Default: the prefix itself. */
  key(part = ""): string {
    return [...this.#prefix, part].filter(Boolean).join(".");
  }

  /** Adds the text `{zh, en}` of a part of the view. */
  text(part: string, keyword: Json | undefined): void {
    this.entity.text(`views.${this.#id}.${this.key(part)}`, keyword);
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

  /** Reports an amount that the server does not sum. */
  requireListedSum(keyword: Json): void {
    const { entity } = this;
    entity.later(() => {
      const name = keyword.string();
      if (entity.plan.fields.some((field) => field.name === name) && !entity.plan.list.sums.includes(name))
        entity.report(keyword.location(), "not-listed-sum", findingMessages.noListedSum(name));
    });
  }

  /** Reports, at `at`, a date field that is not an instant or that the list cannot filter by. */
  requirePeriod(date: Json, at = date): void {
    const { entity } = this;
    const field = entity.plan.fields.find(({ name }) => name === date.string());
    entity.later(() => {
      const { primary, more } = entity.plan.list.filters;
      if (!field || (entity.kind(field.kind).column === "timestamptz" && [...primary, ...more].includes(field.name)))
        return;
      entity.report(at.location(), "not-a-period", findingMessages.noPeriod(field.name));
    });
  }

  /** Returns the plan of a link (`VIEW_LINK`). Reports placeholders that are not fields. */
  link(part: string, keyword: Json): ViewLink {
    const [to, source] = [keyword.member("to"), keyword.get("when")];
    this.#reportPlaceholders(to);
    this.text(part, keyword.get("label"));
    const when = source && this.entity.expression(source, "bool");
    return { name: this.key(part), to: to.string(), ...(when ? { when } : {}) };
  }
}

/** A member of a view's keyword; see `member`. */
export interface Member<Value> {
  schema: JsonSchema;
  /** Returns the member's value in the plan. Reports findings, never throws. */
  read(keyword: Json, view: ViewDraft): Value;
  /** Set if the member may be left out, with its value in the plan in that case. */
  absent?: { value: Value | undefined };
}
/** An object of members. */
export interface ObjectMember<Plan> extends Member<Plan> {
  schema: { required: string[]; properties: Record<string, JsonSchema> } & JsonSchema;
}

/** An example of a view type: its members without `type`. */
export interface ViewExample {
  value: Readonly<Record<string, unknown>>;
  /** Other keywords of the file. */
  with?: Readonly<Record<string, unknown>>;
}

/** A view type; see `defineView`. */
export interface ViewType<Name extends keyof ViewPlans = keyof ViewPlans> {
  /** Value of `type` that selects the view type. */
  name: Name;
  /** Its members besides `type` and `label`, as `member.object`. */
  plan: ObjectMember<ViewPlans[Name]>;
  /** Reports what concerns several members together. */
  check?(keyword: Json, view: ViewDraft): void;
  doc: { zh: string; en: string };
  examples: {
    good: readonly ViewExample[];
    /** Invalid examples. `rule` is the id of the only finding. */
    bad: readonly (ViewExample & { rule: string; suggestion?: string })[];
  };
}

/**
 * Declares a view type with type checking.
 * @example
 * const view = defineView({ ...sampleView, doc: { zh: "看板。", en: "A board." } });
 */
export const defineView = <Name extends keyof ViewPlans>(type: ViewType<Name>): ViewType<Name> => type;
