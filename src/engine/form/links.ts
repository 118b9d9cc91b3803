/** What in a form depends on what, read off the schema once: a key then runs only what it can change. */
import { ownReads } from "../entity/core.ts";
import type { Entity } from "../entity/entity.ts";

export interface Links {
  /** The fields whose verdict, mark or visibility may change with these, themselves included. */
  reach(names: Iterable<string>): Set<string>;
  /** Computed fields, in the order of the schema. */
  computed: string[];
  feedsComputed(names: Iterable<string>): boolean;
  /** Fields whose required mark can change. */
  demandable: Set<string>;
  /** Fields whose options are listed by this one's value, near and far. */
  dependents(name: string): string[];
  /** Per field with listed options: the fields that must be known first. */
  waiting: ReadonlyMap<string, string[]>;
}

/** Reads the dependencies of an entity's fields. */
export function linksOf(entity: Entity): Links {
  const reaches = new Map<string, Set<string>>();
  const add = (from: string, to: string) => void (reaches.get(from)?.add(to) ?? reaches.set(from, new Set([to])));

  for (const rule of entity.rules) {
    for (const name of ownReads(rule.when, rule.assert, rule.min, rule.max)) add(name, rule.at);
  }
  for (const condition of [...entity.show, ...entity.require]) for (const name of ownReads(condition.expression)) add(name, condition.field);
  const feeds = new Set<string>();
  for (const field of entity.fields) {
    for (const name of ownReads(field.compute)) {
      add(name, field.name);
      feeds.add(name);
    }
    if (field.currency && "field" in field.currency) add(field.currency.field, field.name);
  }

  const lists = new Map<string, string[]>();
  const waiting = new Map<string, string[]>();
  for (const field of entity.fields) {
    if (!field.options || !("list" in field.options)) continue;
    const parents = Object.values(field.options.params);
    if (parents.length) waiting.set(field.name, parents);
    for (const parent of parents) lists.set(parent, [...(lists.get(parent) ?? []), field.name]);
  }
  const dependents = (name: string, seen = new Set<string>([name])): string[] => {
    for (const child of lists.get(name) ?? []) {
      if (seen.has(child)) continue;
      seen.add(child);
      dependents(child, seen);
    }
    return [...seen].filter((other) => other !== name);
  };

  return {
    computed: entity.fields.filter((field) => field.compute).map((field) => field.name),
    demandable: new Set(entity.require.map((condition) => condition.field)),
    feedsComputed: (names) => [...names].some((name) => feeds.has(name)),
    dependents: (name) => dependents(name),
    waiting,
    reach(names) {
      const reached = new Set(names);
      // A set grows while it is walked: what a reached field reaches comes along.
      for (const name of reached) for (const next of reaches.get(name) ?? []) reached.add(next);
      return reached;
    },
  };
}
