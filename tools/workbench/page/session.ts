/**
 * State of the workbench: texts, results, and the last version that compiled. Kept outside of React, so that typing is
 * never blocked.
 */
import type { Finding, Item, Mend, Open, Refused, Shown, Tried, Verdicts, Whole } from "../protocol.ts";
import { api } from "./api.ts";

/** Debounce delays before compiling a text and before checking the whole folder, in ms. */
const REST_MS = 150;
const WHOLE_MS = 500;

export interface OpenFile {
  path: string;
  text: string;
  /** Content of the file on disk. */
  was: string;
}
export interface Snapshot {
  item?: Item;
  files: ReadonlyMap<string, OpenFile>;
  /** Path of the file in the editor. */
  active?: string;
  tried?: Tried | undefined;
  /** The last version that compiled; `stale` when the current text does not. */
  shown?: Shown | undefined;
  stale: boolean;
  /** Fixture results for the last compiled text. */
  cases: Verdicts;
  whole?: Whole | undefined;
  unguarded: Open;
  /** Duration of the last compilation, in ms. */
  took?: number;
  saving: boolean;
  /** Result of the last save. */
  saved?: "saved" | Refused | undefined;
  failure?: string | undefined;
}

export class Session {
  #now: Snapshot = { files: new Map(), cases: [], unguarded: [], stale: false, saving: false };
  #hearers = new Set<() => void>();
  #timers: ReturnType<typeof setTimeout>[] = [];
  #turn = 0;

  subscribe = (hear: () => void) => {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  };
  snapshot = (): Snapshot => this.#now;

  /** Opens an entity's file; unsaved texts are kept. */
  async open(item: Item): Promise<void> {
    this.#set({
      item,
      tried: undefined,
      shown: undefined,
      cases: [],
      unguarded: [],
      whole: undefined,
      stale: false,
      saved: undefined,
      active: item.path,
    });
    await this.#load(item.path);
    this.#try(0);
  }

  /** Shows another file in the editor, such as the cases of the schema. */
  async show(path: string): Promise<void> {
    await this.#load(path);
    this.#set({ active: path });
  }

  edit(path: string, text: string): void {
    const file = this.#now.files.get(path);
    if (!file || file.text === text) return;
    this.#put({ ...file, text });
    this.#set({ saved: undefined });
    if (path === this.#now.item?.path) this.#try(REST_MS);
  }

  /** Loads updated cases into the editor for review. */
  async mend(what: Mend["what"]): Promise<void> {
    const { shown } = this.#now;
    if (!shown?.casesFile) return;
    await this.show(shown.casesFile);
    const file = this.#now.files.get(shown.casesFile)!;
    this.edit(file.path, await api.mend({ v: shown.v, text: file.text, what }));
  }

  /** Saves the file in the editor. */
  async save(): Promise<void> {
    const file = this.#now.files.get(this.#now.active ?? "");
    if (!file || this.#now.saving || file.text === file.was) return;
    this.#set({ saving: true, saved: undefined });
    try {
      const refused = await api.save(file);
      if (!refused) this.#put({ ...this.#now.files.get(file.path)!, was: file.text });
      this.#set({ saved: refused ?? "saved" });
      if (!refused) this.#try(0);
    } catch (error) {
      this.#set({ failure: String(error) });
    } finally {
      this.#set({ saving: false });
    }
  }

  /** Loads the file from disk, discarding local changes. */
  take(path: string, text: string): void {
    this.#put({ path, text, was: text });
    this.#set({ saved: undefined });
    if (path === this.#now.item?.path) this.#try(0);
  }

  /** Keeps local changes; the next save overwrites the file on disk. */
  keep(path: string, was: string): void {
    this.#put({ ...this.#now.files.get(path)!, was });
    this.#set({ saved: undefined });
  }

  /** Reloads unmodified files after they changed on disk. */
  async follow(): Promise<void> {
    for (const file of this.#now.files.values()) {
      const text = await api.file(file.path).catch(() => file.was);
      const here = this.#now.files.get(file.path)!;
      if (text !== here.was && here.text === here.was) this.#put({ path: file.path, text, was: text });
    }
    this.#try(0);
  }

  async #load(path: string): Promise<void> {
    if (this.#now.files.has(path)) return;
    const text = await api.file(path);
    this.#put({ path, text, was: text });
  }

  #try(delay: number): void {
    for (const timer of this.#timers) clearTimeout(timer);
    const turn = ++this.#turn;
    const started = performance.now();
    const live = () => turn === this.#turn;
    const run = async () => {
      const file = this.#now.files.get(this.#now.item?.path ?? "");
      if (!file) return;
      const item = { path: file.path, text: file.text };
      const tried = await api.try(item);
      if (!live()) return;
      this.#set({
        tried,
        stale: tried.shown === undefined,
        took: Math.round(performance.now() - started - delay),
        failure: undefined,
        ...(tried.shown ? { shown: tried.shown } : {}),
      });
      const cases = tried.shown && (await api.verdicts(tried.shown.v));
      if (!live()) return;
      if (cases) this.#set({ cases });
      const later = async () => {
        const whole = await api.whole({ ...item, v: tried.shown?.v ?? 0 });
        if (!live()) return;
        this.#set({ whole });
        const unguarded = tried.shown ? await api.unguarded(tried.shown.v) : [];
        if (live()) this.#set({ unguarded });
      };
      this.#timers = [setTimeout(() => void later().catch(this.#failed), WHOLE_MS)];
    };
    this.#timers = [setTimeout(() => void run().catch(this.#failed), delay)];
  }

  #failed = (error: unknown) => this.#set({ failure: String(error) });
  #put(file: OpenFile): void {
    this.#set({ files: new Map(this.#now.files).set(file.path, file) });
  }
  #set(change: Partial<Snapshot>): void {
    this.#now = { ...this.#now, ...change };
    for (const hear of this.#hearers) hear();
  }
}

/** Returns all findings: those of a refused save, or those of the file followed by those of all files. */
export function listFindings({ tried, whole, stale, saved }: Snapshot): readonly Finding[] {
  if (saved !== undefined && saved !== "saved" && saved.refused === "findings") return saved.findings;
  return stale || !whole ? (tried?.findings ?? []) : whole.findings;
}
