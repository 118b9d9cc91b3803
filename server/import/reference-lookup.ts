/** Finds the tenant's record that a file refers to by key, by label, or by parts of a label. */
import {
  createEmptyQuery,
  recordLabel,
  type Entity,
  type Field,
  type Found,
  type Lang,
  type Row,
} from "@portolan/engine";
import type { RecordServices } from "../records/services.ts";
import { localize, readLists } from "@portolan/engine/folder";
import { present } from "../records/present.ts";
import { createRecordStore } from "../store/records.ts";
import { fold, findSimilar } from "../records/similar-label.ts";

/** Maximum number of records searched. Further records are not found, so rows that refer to them are refused. */
const MAX_SEARCHED = 50_000;

/** Finds records for one call. Loads the records of each entity once. */
export class ReferenceLookup {
  readonly #rows = new Map<string, Promise<readonly Row[]>>();
  constructor(
    private readonly services: Pick<RecordServices, "db" | "schemas">,
    private readonly tenant: string,
    private readonly lang: Lang,
  ) {}

  /**
   * Returns the only record that matches all texts, or the problem: `none`, `several`, or `differs` when records match
   * only some of the texts. Undefined for a field that is not a reference.
   */
  async find(field: Field, parts: Readonly<Record<string, string>>): Promise<Found | undefined> {
    const target = this.#target(field);
    if (!target) return undefined;
    const rows = await this.#all(target);
    const wanted = Object.entries(parts).filter(([, text]) => fold(text) !== "");
    if (wanted.length === 0) return { problem: "none" };
    const says = (row: Row, [by, text]: [string, string]) =>
      (by === "" ? this.#names(field, target, row) : [fold(row[by])]).includes(fold(text));
    const found = rows.filter((row) => wanted.every((item) => says(row, item)));
    const [first, second] = found;
    if (first && !second)
      return {
        id: String(first[target.key]),
        label: recordLabel(target, present(target, first, undefined, "list"), field.ref?.label, this.lang),
      };
    if (first) return { problem: "several" };
    return {
      problem: wanted.length > 1 && rows.some((row) => wanted.some((item) => says(row, item))) ? "differs" : "none",
    };
  }

  /**
   * Returns the labels in a reference list that are similar to a text. Considers only entries that agree with the row's
   * other values (`known`). Empty for a field without a reference list.
   */
  async findNear(field: Field, text: string, known: Row): Promise<string[]> {
    const target = this.#target(field);
    if (target?.source !== "data" || !field.options || !("list" in field.options)) return [];
    const parents = Object.entries(field.options.params).filter(([, own]) => known[own] !== undefined);
    const rows = (await this.#all(target)).filter((row) =>
      parents.every(([theirs, own]) => row[theirs] === known[own]),
    );
    const found = findSimilar(text, rows, (row) => [
      ...this.#names(field, target, row),
      ...target.list.search.map((name) => fold(row[name])),
    ]);
    return found.map((row) => recordLabel(target, localize(row, this.lang), undefined, this.lang));
  }

  /** Returns the record of an entity with this key; undefined when there is none. */
  async get(entity: string, id: string): Promise<Row | undefined> {
    const target = this.services.schemas.entities.get(entity);
    return target && (await this.#all(target)).find((row) => row[target.key] === id);
  }

  #target({ ref, options }: Field): Entity | undefined {
    return this.services.schemas.entities.get(ref?.entity ?? (options && "list" in options ? options.list : ""));
  }

  /** Returns all texts that identify a record: its key, its label in each language, and each part of the label. */
  #names(field: Field, target: Entity, row: Row): string[] {
    const parts = [...(field.ref?.label.matchAll(/\{([\w.]+)\}/g) ?? [])].map(([, name = ""]) => row[name]);
    const labels = this.services.schemas.dialect.languages.map((lang) =>
      recordLabel(target, localize(row, lang), field.ref?.label, lang),
    );
    return [row[target.key], ...labels, ...parts].map(fold).filter((name) => name !== "");
  }

  #all(target: Entity): Promise<readonly Row[]> {
    const cached = this.#rows.get(target.name) ?? this.#read(target);
    this.#rows.set(target.name, cached);
    return cached;
  }

  async #read(target: Entity): Promise<readonly Row[]> {
    if (target.source === "data") return this.services.schemas.data.get(target.name) ?? [];
    const { list } = await createRecordStore(this.services.db, {
      data: readLists(this.services.schemas, this.lang),
    }).list(target, { ...createEmptyQuery(), size: MAX_SEARCHED }, { tenant: this.tenant });
    return list;
  }
}
