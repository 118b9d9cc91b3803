/**
 * Loads labels of values that refer to other records (`x-ref`, reference lists), for lists, exports and receipts on the
 * server.
 */
import type { Entity, Field, Lang, Row } from "../model/entity.ts";
import { formatLabel } from "../entity/record-label.ts";
import type { Query } from "../model/query.ts";
import type { Labels } from "../model/wire.ts";

/**
 * Loads records of another entity by key, masked as in that entity's own list. Returns undefined for an unknown entity.
 */
export type ReadRecords = (
  entity: string,
  keys: readonly string[],
) => Promise<{ entity: Entity; rows: readonly Row[] } | undefined>;

/** Maximum number of cached labels. The first load after it is exceeded clears the cache. */
const MAX_LABELS = 20_000;

/**
 * Returns the entity whose records provide the labels of a field's values, or undefined if the values do not refer to
 * records.
 */
function findLabelSource(field: Pick<Field, "ref" | "options">): string | undefined {
  return field.ref?.entity ?? (field.options && "list" in field.options ? field.options.list : undefined);
}

/**
 * Loads and caches labels page by page.
 * @example
 * const labels = new Labeller(entity.fields, "en", async (name, keys) => ({ entity: await ports.entity(name), rows: rows.slice(0, keys.length) }));
 * await labels.learn(rows);
 */
export class Labeller {
  readonly #fields: { field: Field; target: string }[];
  readonly #lang: Lang;
  readonly #read: ReadRecords;
  /** Labels by field and value. Undefined for values without a record. */
  #known = new Map<string, Map<string, string | undefined>>();
  #count = 0;

  constructor(fields: readonly Field[], lang: Lang, read: ReadRecords) {
    this.#fields = fields.flatMap((field) => {
      const target = findLabelSource(field);
      return target === undefined ? [] : [{ field, target }];
    });
    this.#lang = lang;
    this.#read = read;
  }

  /** Loads the missing labels for these rows with one read per entity. */
  async learn(rows: readonly Row[]): Promise<void> {
    if (this.#count > MAX_LABELS) [this.#known, this.#count] = [new Map(), 0];
    const wanted = new Map<string, Set<string>>();
    const open: { field: Field; target: string; values: Set<string> }[] = [];
    for (const { field, target } of this.#fields) {
      const cached = this.#known.get(field.name);
      const values = new Set<string>();
      for (const row of rows) {
        const value = row[field.name];
        if (typeof value === "string" && value !== "" && !cached?.has(value)) values.add(value);
      }
      if (values.size === 0) continue;
      open.push({ field, target, values });
      wanted.set(target, new Set([...(wanted.get(target) ?? []), ...values]));
    }
    const found = new Map(
      await Promise.all(
        [...wanted].map(async ([target, keys]) => [target, await this.#read(target, [...keys])] as const),
      ),
    );
    for (const { field, target, values } of open) {
      const records = found.get(target);
      const byKey = new Map(records?.rows.map((row) => [String(row[records.entity.key]), row]));
      const cached = this.#known.get(field.name) ?? new Map<string, string | undefined>();
      this.#known.set(field.name, cached);
      for (const value of values) {
        const row = byKey.get(value);
        const label = row && records ? formatLabel(records.entity, row, field.ref?.label, this.#lang) : "";
        // A label equal to its code is dropped, because the kind's own text is at least as good.
        cached.set(value, label === value ? undefined : label || undefined);
        this.#count++;
      }
    }
  }

  /** Loads the labels for the values in a query's filters. */
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

  /** Returns all cached labels in the format of the response. */
  labels(): Labels {
    const labels: Labels = {};
    for (const [name, known] of this.#known) {
      const found = [...known].filter((entry): entry is [string, string] => entry[1] !== undefined);
      if (found.length > 0) labels[name] = Object.fromEntries(found);
    }
    return labels;
  }
}
