/** What a file's column may be: a field that the schema lets a file bring, or a part of the label by which another record is found. */
import type { Entity, Field, Lang, Texts } from "../model/entity.ts";
import { fill } from "../base/fill.ts";

/** One meaning that a column may have. */
export interface Target {
  /** Property that names it; unique among an entity's targets. */
  id: string;
  /** The field that gets a value from it. */
  field: Field;
  /** Where the field refers to another record: the part of that record which the column holds (its account number, its holder). */
  by?: string;
  /** The field whose kind reads its cells: the field itself, or the copy of that part. */
  reads: Field;
  /** How it may be headed: the property, its labels in every language that is known, what else it is called. */
  names: string[];
}

const LANGS: readonly Lang[] = ["zh", "en"];

/** The same entity with the texts of a second language: headers and options are understood in both, whatever language the page speaks. */
export function bilingual(entity: Entity, lang: Lang, texts: Texts): Entity {
  return {
    ...entity,
    text: (key, wanted, params) =>
      wanted === lang && texts[key] !== undefined ? fill(texts[key], params) : entity.text(key, wanted, params),
  };
}

function namesOf(entity: Entity, name: string): string[] {
  const key = `field.${name}.label`;
  return [
    ...new Set([
      name,
      ...LANGS.map((lang) => entity.text(key, lang)).filter((text) => text !== key),
      ...(entity.field(name).aliases ?? []),
    ]),
  ];
}

/** The names in a label's template, in order: `{holder} {account}` has two. */
const partsOf = (template: string): string[] => [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

/** All targets of an entity's import, in the order of its schema; empty where it takes none. */
export function targetsOf(entity: Entity): Target[] {
  const names = entity.list.import?.fields ?? [];
  return names.flatMap((name) => {
    const field = entity.field(name);
    const self: Target = { id: name, field, reads: field, names: namesOf(entity, name) };
    const { ref } = field;
    if (!ref) return [self];
    const parts = partsOf(ref.label).flatMap((by): Target[] => {
      const own = Object.entries(ref.copies).find(([copy, theirs]) => theirs === by && !names.includes(copy))?.[0];
      return own === undefined ? [] : [{ id: own, field, by, reads: entity.field(own), names: namesOf(entity, own) }];
    });
    return [self, ...parts];
  });
}

/** The columns of the template: a reference by the parts that people know, everything else by itself. */
export function templateTargets(entity: Entity): Target[] {
  const all = targetsOf(entity);
  return all.filter((target) =>
    target.by === undefined ? !all.some((other) => other.by !== undefined && other.field === target.field) : true,
  );
}

/** Label of a target in a language. */
export const labelOf = (entity: Entity, target: Pick<Target, "reads">, lang: Lang): string =>
  entity.text(`field.${target.reads.name}.label`, lang);

/** Fields that every row needs and that these targets do not bring. */
export function missingFields(entity: Entity, mapped: readonly (Target | undefined)[]): Field[] {
  const brought = new Set(mapped.flatMap((target) => (target ? [target.field.name] : [])));
  return (entity.list.import?.fields ?? [])
    .map((name) => entity.field(name))
    .filter((field) => field.required && !brought.has(field.name));
}
