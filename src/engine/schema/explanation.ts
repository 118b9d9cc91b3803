/** Explanation of a field: every place where it appears. */
import { pickLanguage } from "../base/engine-texts.ts";
import type { CallPlan, Entity, EntityPlan, FieldPlan, Texts } from "../model/entity.ts";
import type { Expression } from "../model/expression.ts";
import type { Lang } from "../model/register.ts";
import type { Words } from "./comparison.ts";

/** A place where a field appears. */
export interface Reach {
  /** Category of the place: `form`, `list`, `filter`, `export` … Entries of `value` are joined. */
  where: string;
  text: Words;
}

/** A field to explain, with the schemas that may use it. */
export interface Explained {
  entity: Entity;
  plan: EntityPlan;
  texts: Record<Lang, Texts>;
  /** Path of the field, and the top-level field that contains it. */
  path: string;
  field: FieldPlan;
  top: FieldPlan;
  /** The plans of all entities and of the requests of all calls. */
  entities: readonly EntityPlan[];
  requests: readonly EntityPlan[];
  /** The call whose request the field is in. */
  call?: CallPlan;
  /** Returns the addresses of the pages with one of these views of the entity. */
  findPages(shows: readonly string[]): string[];
}

/** Explains a keyword of a field: its effect on the value, or the places where the record's keyword names the field. */
export type Explain = (field: Explained) => Iterable<Reach>;

export const createReach = (where: string, text: Words): Reach => ({ where, text });

/** Returns whether one of the expressions reads the field. */
export const readsField = (
  { path, top: { name } }: Explained,
  expressions: Iterable<Expression | undefined>,
): boolean =>
  [...expressions].some((expression) =>
    expression?.reads.some(
      (read) => read === `self.${path}` || read === `self.${name}` || read.startsWith(`self.${name}.`),
    ),
  );

/** Returns a text of the field's schema, or the fallback. */
export const findText = ({ texts }: Explained, key: string, fallback: string): Words => ({
  zh: pickLanguage(texts, "zh")?.[key] ?? fallback,
  en: pickLanguage(texts, "en")?.[key] ?? fallback,
});

/** Returns an explanation for a field whose schema has the keyword. */
export const explainWhen =
  (holds: (field: Explained) => boolean, where: string, words: (field: Explained) => Words): Explain =>
  (field) =>
    holds(field) ? [createReach(where, words(field))] : [];
