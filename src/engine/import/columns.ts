/** Import targets of a file's columns: an importable field, or part of a reference's label. */
import type { Entity, Field, Lang, Texts } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import { getTextName } from "../entity/labels.ts";
import { interpolate } from "../base/interpolate.ts";
import { createLabels } from "../entity/labels.ts";

export interface Target {
  /** Property name, unique among an entity's targets. */
  id: string;
  /** The field that receives the value. */
  field: Field;
  /** For references, the property of the other record that the column contains (account number, holder). */
  by?: string;
  /** Set for a row field of a list. `field` is then the list. */
  inRow?: true;
  /** The field whose kind parses the cells: the field itself, or the local copy of the property named by `by`. */
  reads: Field;
  /** Accepted headers: the property name, its labels in the dialect's languages, and its aliases. */
  names: string[];
}

/** Returns the entity with the texts of a second language, so that headers and options match in both. */
export function addLanguage(entity: Entity, lang: Lang, texts: Texts): Entity {
  return {
    ...entity,
    ...createLabels((key, wanted, params) =>
      wanted === lang && texts[key] !== undefined ? interpolate(texts[key], params) : entity.text(key, wanted, params),
    ),
  };
}

/**
 * Returns the entity with labels in the user's language and a second language. Returns the entity unchanged when there
 * is no second language or its texts cannot be loaded.
 */
export async function loadBothLanguages(entity: Entity, ports: Ports): Promise<Entity> {
  const other = entity.dialect.languages.find((lang) => lang !== ports.lang);
  if (other === undefined) return entity;
  const texts = await ports.texts?.(entity.name, other).catch(() => undefined);
  return texts ? addLanguage(entity, other, texts) : entity;
}

/** Returns the headers of a field: its property name, its labels in the dialect's languages, and its aliases. */
export function listNames(entity: Entity, field: Field): string[] {
  const name = getTextName(field);
  const key = `field.${name}.label`;
  return [
    ...new Set([
      name,
      ...entity.dialect.languages.map((lang) => entity.text(key, lang)).filter((text) => text !== key),
      ...(field.aliases ?? []),
    ]),
  ];
}

/** Returns the placeholders of a label template in order, such as `{holder} {account}`. */
const splitTemplate = (template: string): string[] =>
  [...template.matchAll(/\{([\w.]+)\}/g)].flatMap(([, part]) => part ?? []);

/**
 * Returns all import targets in the order of `x-list.import.fields`. Returns an empty array for an entity without
 * import.
 */
export function listTargets(entity: Entity): Target[] {
  const names = entity.list.import?.fields ?? [];
  return names.flatMap((name) => {
    const field = entity.field(name);
    if (field.items) return listRowTargets(entity, field, field.items);
    const self: Target = { id: name, field, reads: field, names: listNames(entity, field) };
    const { ref } = field;
    if (!ref) return [self];
    const parts = splitTemplate(ref.label).flatMap((by): Target[] => {
      const own = Object.entries(ref.copies).find(([copy, theirs]) => theirs === by && !names.includes(copy))?.[0];
      return own === undefined
        ? []
        : [{ id: own, field, by, reads: entity.field(own), names: listNames(entity, entity.field(own)) }];
    });
    // A header that matches both the reference and one of its parts refers to the part.
    const partNames = new Set(parts.flatMap((part) => part.names));
    return [{ ...self, names: self.names.filter((header) => !partNames.has(header)) }, ...parts];
  });
}

/** Returns the targets of a list's rows: the row fields that users fill in, except files and nested lists. */
const listRowTargets = (entity: Entity, field: Field, items: readonly Field[]): Target[] =>
  items
    .filter(({ readOnly, compute, file, items: rows }) => !readOnly && !compute && !file && !rows)
    .map((reads) => ({ id: getTextName(reads), field, inRow: true, reads, names: listNames(entity, reads) }));

/**
 * Returns the columns of the template. A reference has a column for each importable part of its label, or else one for
 * the whole label.
 */
export function listTemplateTargets(entity: Entity): Target[] {
  const all = listTargets(entity);
  return all.filter((target) =>
    target.by === undefined ? !all.some((other) => other.by !== undefined && other.field === target.field) : true,
  );
}

export const findLabel = (entity: Entity, target: Pick<Target, "reads">, lang: Lang): string =>
  entity.label(getTextName(target.reads), lang);

/** Returns the required fields that none of these targets covers. */
export function listMissingFields(entity: Entity, mapped: readonly (Target | undefined)[]): Field[] {
  const brought = new Set(mapped.flatMap((target) => (target ? [target.field.name] : [])));
  return (entity.list.import?.fields ?? [])
    .map((name) => entity.field(name))
    .filter((field) => field.required && !brought.has(field.name));
}
