/**
 * Members of a view's keyword in `x-views`. Each has its JSON Schema and returns its part of the view's plan, so that a
 * view type is a table of members from which its schema, its plan and the type of its plan follow.
 */
import type { JsonSchema, Tone } from "../model/entity.ts";
import type { Expression } from "../model/expression.ts";
import { buildList, buildMap, nonEmpty, refs } from "./meta-parts.ts";
import { TONES } from "./tones.ts";
import { type Member, type ObjectMember, type ViewLink, VIEW_LINK } from "./view-type.ts";

type Members = Readonly<Record<string, Member<unknown>>>;
/** Value of a member in the plan. */
export type ValueOf<M> = M extends Member<infer Value> ? Value : never;
type IsText<M> = [ValueOf<M>] extends [undefined] ? true : false;
/** Plan with the values of the members. Texts are not part of it. */
type PlanOf<M extends Members> = {
  -readonly [
    Name in keyof M as IsText<M[Name]> extends true ? never : M[Name] extends { isOptional: true } ? never : Name
  ]: ValueOf<M[Name]>;
} & {
  -readonly [
    Name in keyof M as IsText<M[Name]> extends true ? never : M[Name] extends { isOptional: true } ? Name : never
  ]?: ValueOf<M[Name]>;
};
const create = <Value>(schema: JsonSchema, read: Member<Value>["read"]): Member<Value> => ({ schema, read });
const list = <Value>(item: Pick<Member<Value>, "schema" | "read">, part?: string): Member<Value[]> =>
  create(buildList(item.schema), (keyword, view) =>
    keyword.items().map((each, index) => item.read(each, part === undefined ? view : view.below(`${part}.${index}`))),
  );
const optional = <Value>(required: Member<Value>): Member<Value> & { isOptional: true } => ({
  ...required,
  absent: { value: undefined },
  isOptional: true,
});
const oneOf = <const Word extends string>(words: readonly Word[]): Member<Word> =>
  create({ enum: [...words] }, (keyword) => keyword.oneOf(words));
const link = (part: string): Member<ViewLink> => create(VIEW_LINK, (keyword, view) => view.link(part, keyword));

/**
 * Members that view types have in common.
 * @example
 * const { object, field, optional, link } = member;
 * const plan = object({ title: field, main: optional(link("main")) });
 */
export const member = {
  create,

  /** An object with these members. */
  object<M extends Members>(members: M): ObjectMember<PlanOf<M>> {
    const entries = Object.entries(members);
    return {
      schema: {
        type: "object",
        required: entries.filter(([, { absent }]) => !absent).map(([name]) => name),
        properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
        additionalProperties: false,
      },
      read(keyword, view) {
        const values = entries.flatMap(([name, { read, absent }]) => {
          const value = absent && !keyword.get(name) ? absent.value : read(keyword.member(name), view);
          return value === undefined ? [] : [[name, value]];
        });
        return Object.fromEntries(values) as PlanOf<M>;
      },
    };
  },
  /** A list with at least one item. Keys of texts in an item begin with `<part>.<n>`, if `part` is set. */
  list,
  /** A list whose items have a `name`. Keys of texts in an item begin with `<part>.<name>`. */
  namedList: <Value>(item: Member<Value>, part = ""): Member<Value[]> =>
    create(list(item).schema, (keyword, view) =>
      keyword.items().map((each) => item.read(each, view.below(part).below(each.member("name").string()))),
    ),
  /** A member that may be left out, and is then missing in the plan. */
  optional,
  /** A member that may be left out, with a value for that case. */
  withDefault: <Value>(required: Member<Value>, value: Value): Member<Value> => ({ ...required, absent: { value } }),

  /** Text in every language with this key. It is not part of the plan. */
  text: (part = ""): Member<undefined> => create(refs.text, (keyword, view) => void view.text(part, keyword)),
  /** Text that may be left out. The plan has `true` when it is set. */
  optionalText: (part: string) =>
    optional(
      create(refs.text, (keyword, view): true => {
        view.text(part, keyword);
        return true;
      }),
    ),
  /** Same as `text`, for a sentence with fields of the record in it. */
  sentence: (part = ""): Member<undefined> => create(refs.text, (keyword, view) => void view.sentence(part, keyword)),
  /** Name of something that only the view has. */
  name: create(refs.name, (keyword) => keyword.string()),
  names: create(refs.names, (keyword) => keyword.strings()),
  /** Values of a field. */
  values: create(buildList(nonEmpty), (keyword) => keyword.strings()),
  field: create(refs.path, (keyword, view) => view.fieldName(keyword)),
  fields: create(refs.paths, (keyword, view) => keyword.items().map((item) => view.fieldName(item))),
  amount: create(refs.path, (keyword, view) => view.amount(keyword)),
  amounts: create(refs.paths, (keyword, view) => keyword.items().map((item) => view.amount(item))),
  /** Condition on the record. Undefined when it is invalid. */
  condition: create(refs.cel, (keyword, view): Expression | undefined => view.entity.expression(keyword, "bool")),
  oneOf,
  tone: oneOf<Tone>(TONES),
  /** Name of a call of `schemas/calls/`. */
  call: create(refs.name, (keyword, view) => view.entity.readCallName(keyword)),
  /** Link whose label has this key. */
  link,
  /** Links whose labels have the keys `<part>.<n>`. */
  links: (part: string): Member<ViewLink[]> => list(link(""), part),
  /** Named date ranges to choose from, default first. */
  periods: create(
    buildList(
      { type: "string", pattern: "^(today|yesterday|(this|last)(Week|Month)|thisYear|last[1-9]\\d{0,2}d)$" },
      { uniqueItems: true },
    ),
    (keyword) => keyword.strings(),
  ),
  /** Values of fields by the name of the field: records that have one of them. */
  where: create(buildMap(buildList(nonEmpty)), (keyword, view) => {
    for (const [name, node] of keyword.entries()) view.entity.field(node, name);
    return keyword.stringLists();
  }),
};
