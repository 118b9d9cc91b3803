/** Browser storage of the import: the running batch and column mappings, but never row contents. */
import { isObject } from "../base/guards.ts";
import { readSetting, writeSetting } from "../base/user-settings.ts";
import type { Target } from "./columns.ts";
import { type ColumnMatch, joinHeaders } from "./match.ts";

/** A submitted batch, with what is needed to query its status. */
export interface StoredBatch {
  fileHash: string;
  run: number;
  name: string;
}

/** Storage for a user and an entity. */
export class ImportStorage {
  readonly #batch: string;
  readonly #columns: string;
  constructor(user: string, entity: string) {
    this.#batch = `import.${user}.${entity}`;
    this.#columns = `import.columns.${user}.${entity}`;
  }

  batch(): StoredBatch | undefined {
    const { fileHash, run, name } = readObject(this.#batch);
    return typeof fileHash === "string" && typeof run === "number" && typeof name === "string"
      ? { fileHash, run, name }
      : undefined;
  }
  storeBatch(batch: StoredBatch | undefined): void {
    writeSetting(this.#batch, batch);
  }

  /** Returns the columns with the user's last mapping for the same headers, or unchanged when there is none. */
  readColumns(columns: readonly ColumnMatch[], targets: readonly Target[]): ColumnMatch[] {
    const kept = readObject(this.#columns)[joinHeaders(columns)];
    if (!Array.isArray(kept) || kept.length !== columns.length) return [...columns];
    return columns.map(({ at, header }, index) => {
      const target = targets.find((target) => target.id === kept[index]);
      return target ? { at, header, target, confidence: "chosen" } : { at, header };
    });
  }
  storeColumns(columns: readonly ColumnMatch[]): void {
    const known = Object.entries(readObject(this.#columns)).slice(-19);
    writeSetting(this.#columns, {
      ...Object.fromEntries(known),
      [joinHeaders(columns)]: columns.map((column) => column.target?.id ?? null),
    });
  }
}

/** Returns the stored object, or an empty one when it is missing or unreadable. */
function readObject(name: string): Record<string, unknown> {
  const kept = readSetting(name);
  return isObject(kept) ? kept : {};
}
