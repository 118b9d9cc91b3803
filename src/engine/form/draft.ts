/**
 * Stores form drafts in localStorage per user, entity and schema version. Secrets, codes, files, and sensitive, local,
 * read-only or computed fields are never stored.
 */
import { isObject } from "../base/guards.ts";
import { readSetting, writeSetting } from "../base/user-settings.ts";
import type { Entity, Field, Row } from "../model/entity.ts";

const SAVE_MS = 500;

const isKeepable = (field: Field): boolean =>
  !(
    field.sensitive ||
    field.writeOnly ||
    field.local ||
    field.readOnly ||
    field.digest ||
    field.file ||
    field.send ||
    field.compute
  );

/** Returns a record without the fields that must not be stored, at the top level and in list rows. */
function pickKept(fields: readonly Field[], record: Row): Row {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = record[field.name];
      if (value === undefined || !isKeepable(field)) return [];
      return [
        [
          field.name,
          field.items && Array.isArray(value) ? value.map((row: Row) => pickKept(field.items ?? [], row)) : value,
        ],
      ];
    }),
  );
}

export class Draft {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pending: Row | undefined;
  private readonly name: string;
  private savedAt: number | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly entity: Entity,
    user: string,
  ) {
    this.name = `draft.${user}.${entity.name}.${entity.version}`;
  }

  /** Calls `listener` whenever the draft is saved or dropped. Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  /** Returns when the draft was last saved, in milliseconds since 1970, or undefined if nothing is saved. */
  readonly getSavedAt = (): number | undefined => this.savedAt;

  /** Returns the stored draft, or undefined when it is missing or unreadable. */
  read(): Row | undefined {
    const kept = readSetting(this.name);
    return isObject(kept) && Object.keys(kept).length > 0 ? this.pick(kept) : undefined;
  }
  /** Saves the record, debounced by 500 ms. */
  save(record: Row): void {
    clearTimeout(this.timer);
    this.pending = record;
    this.timer = setTimeout(() => this.stop(), SAVE_MS);
  }
  /** Flushes a pending save. */
  stop(): void {
    clearTimeout(this.timer);
    if (this.pending) this.write(this.pending);
    this.pending = undefined;
  }
  drop(): void {
    clearTimeout(this.timer);
    this.pending = undefined;
    writeSetting(this.name, undefined);
    this.publishSaved(undefined);
  }
  private write(record: Row): void {
    const kept = this.pick(record);
    // When storage is full or unavailable, only the draft is lost, never the form.
    const isStored = writeSetting(this.name, Object.keys(kept).length > 0 ? kept : undefined);
    this.publishSaved(isStored ? Date.now() : undefined);
  }
  private publishSaved(at: number | undefined): void {
    this.savedAt = at;
    for (const listener of this.listeners) listener();
  }
  private pick(record: Row): Row {
    return pickKept(this.entity.fields, record);
  }
}
