/**
 * Dependencies between a form's fields, computed once per open form, so that a key press evaluates only what it can
 * affect.
 */
import { listOwnReads, getTopName } from "../entity/reads.ts";
import { listComputedFields } from "../entity/computed-fields.ts";
import type { Entity, Field } from "../model/entity.ts";

export interface Links {
  /**
   * Returns the names of the given fields and of all that they may affect, directly or indirectly: by rules,
   * conditions, computed values, currencies or the copies of a reference.
   */
  reach(names: Iterable<string>): Set<string>;
  /** Names of computed fields and of lists with computed row fields. */
  computed: ReadonlySet<string>;
  /** Paths of lists with conditions in their rows. */
  conditionalRows: ReadonlySet<string>;
  feedsComputed(names: Iterable<string>): boolean;
  /** Names of the record's own fields that a condition can make required. */
  demandable: Set<string>;
  /** Option dependencies among the record's own fields. List rows have their own (`findChoices`). */
  choices: Choices;
}
/** Option dependencies between sibling fields. */
export interface Choices {
  /** Returns the fields whose options depend on the field `name`, directly or indirectly. */
  dependents(name: string): string[];
  /** Fields that narrow a field's options, by the name of that field. */
  parents: ReadonlyMap<string, Parents>;
}
/**
 * Names of the fields that narrow a field's options. `awaited` are those that must be filled in first, because choosing
 * an option does not fill them in.
 */
interface Parents {
  all: string[];
  awaited: string[];
}

/** Adds the links of amounts to the fields with their currencies, and of references to the copies in their lines. */
function addFieldLinks(entity: Entity, add: (from: string, to: string) => void): void {
  for (const field of entity.fields) {
    for (const { currency } of [field, ...(field.items ?? [])])
      if (currency && "field" in currency && entity.fields.some(({ name }) => name === currency.field))
        add(currency.field, field.name);
  }

  for (const { name, ref } of entity.fields) for (const copied of ref?.line ?? []) add(copied, name);
}

export function findLinks(entity: Entity): Links {
  const reaches = new Map<string, Set<string>>();
  const add = (from: string, to: string) => void (reaches.get(from)?.add(to) ?? reaches.set(from, new Set([to])));

  for (const rule of entity.rules) {
    for (const name of listOwnReads(entity, rule.when, rule.assert, rule.min, rule.max))
      add(name, getTopName(rule.at, rule.list));
  }
  for (const condition of [...entity.show, ...entity.require])
    for (const name of listOwnReads(entity, condition.expression))
      add(name, getTopName(condition.field, condition.list));
  const feeds = new Set<string>();
  const figures = listComputedFields(entity.fields);
  for (const { field, lists, expression } of figures) {
    for (const name of listOwnReads(entity, expression)) {
      add(name, lists[0] ?? field.name);
      feeds.add(name);
    }
  }
  addFieldLinks(entity, add);

  return {
    computed: new Set(figures.map(({ field, lists }) => lists[0] ?? field.name)),
    demandable: new Set(entity.require.filter(({ list }) => !list).map((condition) => condition.field)),
    conditionalRows: new Set([...entity.show, ...entity.require].flatMap(({ list }) => list ?? [])),
    feedsComputed: (names) => [...names].some((name) => feeds.has(name)),
    choices: findChoices(entity.fields),
    reach(names) {
      const reached = new Set(names);
      // Transitive closure: a Set also iterates over members added during the loop.
      for (const name of reached) for (const next of reaches.get(name) ?? []) reached.add(next);
      return reached;
    },
  };
}

const cache = new WeakMap<readonly Field[], Choices>();

/** Returns the option dependencies of a record's fields or of a list's row fields, cached per field list. */
export function findChoices(fields: readonly Field[]): Choices {
  const before = cache.get(fields);
  if (before) return before;
  const lists = new Map<string, string[]>();
  const parents = new Map<string, Parents>();
  for (const field of fields) {
    if (!field.options || !("list" in field.options)) continue;
    const { params, fills } = field.options;
    const all = Object.values(params);
    if (all.length > 0) parents.set(field.name, { all, awaited: all.filter((name) => fills[name] === undefined) });
    for (const parent of all) lists.set(parent, [...(lists.get(parent) ?? []), field.name]);
  }
  const dependents = (name: string): string[] => {
    const seen = new Set([name]);
    // Transitive closure: a Set also iterates over members added during the loop.
    for (const item of seen) for (const child of lists.get(item) ?? []) seen.add(child);
    seen.delete(name);
    return [...seen];
  };
  const choices = { dependents, parents };
  cache.set(fields, choices);
  return choices;
}
