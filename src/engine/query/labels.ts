/** Labels of values that only another record knows (`x-ref`, a reference list): read by the server, shown by lists and files alike. */
import type { Entity, Field, Lang, Row } from "../model/entity.ts";
import { labelOf } from "../entity/record-label.ts";
import type { Query } from "../model/query.ts";
import type { Labels } from "../model/wire.ts";

/**
 * Reads records of another entity by their keys, masked for lists: a label shows no more than that entity's own list. Nothing for an entity that the reader
 * may not see.
 */
export type ReadRecords = (
  entity: string,
  keys: readonly string[],
) => Promise<{ entity: Entity; rows: readonly Row[] } | undefined>;

/** Labels that are kept between pages; beyond it they are read again. */
const MOST = 20_000;

/** The entity whose records a field's values name; nothing for a field that holds its own words. */
function labelledBy(field: Pick<Field, "ref" | "options">): string | undefined {
  return field.ref?.entity ?? (field.options && "list" in field.options ? field.options.list : undefined);
}

/** Learns labels page by page. A value that no record has keeps none. */
export class Labeller {
  readonly #fields: Field[];
  readonly #lang: Lang;
  readonly #read: ReadRecords;
  /** By field and value; `undefined` where there is no such record. */
  #known = new Map<string, Map<string, string | undefined>>();
  #count = 0;

  constructor(fields: readonly Field[], lang: Lang, read: ReadRecords) {
    this.#fields = fields.filter((field) => labelledBy(field) !== undefined);
    this.#lang = lang;
    this.#read = read;
  }

  /** Reads the labels that these rows need and that are not known yet: one read for each entity. */
  async learn(rows: readonly Row[]): Promise<void> {
    if (this.#count > MOST) [this.#known, this.#count] = [new Map(), 0];
    const wanted = new Map<string, Set<string>>();
    const open: [Field, Set<string>][] = [];
    for (const field of this.#fields) {
      const known = this.#known.get(field.name);
      const values = new Set<string>();
      for (const row of rows) {
        const value = row[field.name];
        if (typeof value === "string" && value !== "" && !known?.has(value)) values.add(value);
      }
      if (values.size === 0) continue;
      open.push([field, values]);
      const target = labelledBy(field)!;
      wanted.set(target, new Set([...(wanted.get(target) ?? []), ...values]));
    }
    const found = new Map(
      await Promise.all(
        [...wanted].map(async ([target, keys]) => [target, await this.#read(target, [...keys])] as const),
      ),
    );
    for (const [field, values] of open) {
      const records = found.get(labelledBy(field)!);
      const byKey = new Map(records?.rows.map((row) => [String(row[records.entity.key]), row]));
      const known = this.#known.get(field.name) ?? new Map<string, string | undefined>();
      this.#known.set(field.name, known);
      for (const value of values) {
        const row = byKey.get(value);
        const label = row && records ? labelOf(records.entity, row, field.ref?.label, this.#lang) : "";
        // A list that has no words for its codes says nothing that the field's own kind could not say better.
        known.set(value, label === value ? undefined : label || undefined);
        this.#count++;
      }
    }
  }

  /** The same for the values that a query's filters name. */
  async learnFilters(query: Pick<Query, "filters">): Promise<void> {
    await this.learn(
      Object.entries(query.filters).flatMap(([name, filter]) =>
        filter.style === "is" ? filter.values.map((value) => ({ [name]: value })) : [],
      ),
    );
  }

  label(field: Pick<Field, "name">, value: string): string | undefined {
    return this.#known.get(field.name)?.get(value);
  }

  /** What is known, for the wire. */
  labels(): Labels {
    const labels: Labels = {};
    for (const [name, known] of this.#known) {
      const found = [...known].filter((entry): entry is [string, string] => entry[1] !== undefined);
      if (found.length > 0) labels[name] = Object.fromEntries(found);
    }
    return labels;
  }
}
