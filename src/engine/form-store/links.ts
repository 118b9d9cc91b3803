/** What in a form depends on what, read off the schema once: a key then runs only what it can change. */
import { ownReads } from "../entity/core.ts";
import type { Entity, Field } from "../model/entity.ts";

export interface Links {
  /** The fields whose verdict, mark or visibility may change with these, themselves included. */
  reach(names: Iterable<string>): Set<string>;
  /** Whether no rule, condition or computed value reads this field. */
  unread(name: string): boolean;
  /** Computed fields, in the order of the schema. */
  computed: string[];
  feedsComputed(names: Iterable<string>): boolean;
  /** Fields whose required mark can change. */
  demandable: Set<string>;
  /** Between the record's own fields; rows of a list have theirs (`choicesOf`). */
  choices: Choices;
}
/** Which options hang on which answers, among fields that stand side by side. */
export interface Choices {
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
  for (const condition of [...entity.show, ...entity.require])
    for (const name of ownReads(condition.expression)) add(name, condition.field);
  const feeds = new Set<string>();
  for (const field of entity.fields) {
    for (const name of ownReads(field.compute)) {
      add(name, field.name);
      feeds.add(name);
    }
    if (field.currency && "field" in field.currency) add(field.currency.field, field.name);
  }

  return {
    computed: entity.fields.filter((field) => field.compute).map((field) => field.name),
    demandable: new Set(entity.require.map((condition) => condition.field)),
    feedsComputed: (names) => [...names].some((name) => feeds.has(name)),
    choices: choicesOf(entity.fields),
    unread: (name) => !reaches.has(name),
    reach(names) {
      const reached = new Set(names);
      // A set grows while it is walked: what a reached field reaches comes along.
      for (const name of reached) for (const next of reaches.get(name) ?? []) reached.add(next);
      return reached;
    },
  };
}

const known = new WeakMap<readonly Field[], Choices>();

/** Reads the dependencies of options off the fields of a record or of a list's rows; once for each. */
export function choicesOf(fields: readonly Field[]): Choices {
  const before = known.get(fields);
  if (before) return before;
  const lists = new Map<string, string[]>();
  const waiting = new Map<string, string[]>();
  for (const field of fields) {
    if (!field.options || !("list" in field.options)) continue;
    const parents = Object.values(field.options.params);
    if (parents.length) waiting.set(field.name, parents);
    for (const parent of parents) lists.set(parent, [...(lists.get(parent) ?? []), field.name]);
  }
  const dependents = (name: string): string[] => {
    const seen = new Set([name]);
    // A set grows while it is walked.
    for (const one of seen) for (const child of lists.get(one) ?? []) seen.add(child);
    seen.delete(name);
    return [...seen];
  };
  const choices = { dependents, waiting };
  known.set(fields, choices);
  return choices;
}
