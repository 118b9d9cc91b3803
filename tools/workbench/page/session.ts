/** What is open and what became of it: texts, the verdict on them, the last version that compiled. Outside React, so that a key waits for nothing. */
import type { Finding, Item, Mend, Open, Refused, Shown, Tried, Verdicts, Whole } from "../protocol.ts";
import { ask } from "./ask.ts";

/** How long nothing may be typed before it is tried, and until the whole folder is asked, in milliseconds. */
const REST_MS = 150;
const WHOLE_MS = 500;

export interface OpenFile {
  path: string;
  text: string;
  /** What the file holds. */
  was: string;
}
export interface Snapshot {
  item?: Item;
  files: ReadonlyMap<string, OpenFile>;
  /** The file in the editor. */
  active?: string;
  tried?: Tried;
  /** The last version that compiled; `stale` where the text does not. */
  shown?: Shown;
  stale: boolean;
  /** Of the text that was tried last and whose fixtures were judged. */
  cases: Verdicts;
  whole?: Whole;
  unguarded: Open;
  /** How long the last verdict took until it was here, in milliseconds. */
  took?: number;
  saving: boolean;
  /** What became of the last save. */
  saved?: "saved" | Refused;
  failure?: string;
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

  /** Opens an entity's file; texts that were not saved are still there when it is opened again. */
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

  /** Puts another file into the editor: the cases beside the schema. */
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

  /** Puts mended cases into the editor, for a person to read and save. */
  async mend(what: Mend["what"]): Promise<void> {
    const { shown } = this.#now;
    if (!shown?.casesFile) return;
    await this.show(shown.casesFile);
    const file = this.#now.files.get(shown.casesFile)!;
    this.edit(file.path, await ask.mend({ v: shown.v, text: file.text, what }));
  }

  /** Writes what is in the editor. */
  async save(): Promise<void> {
    const file = this.#now.files.get(this.#now.active ?? "");
    if (!file || this.#now.saving || file.text === file.was) return;
    this.#set({ saving: true, saved: undefined });
    try {
      const refused = await ask.save(file);
      if (!refused) this.#put({ ...this.#now.files.get(file.path)!, was: file.text });
      this.#set({ saved: refused ?? "saved" });
      if (!refused) this.#try(0);
    } catch (error) {
      this.#set({ failure: String(error) });
    } finally {
      this.#set({ saving: false });
    }
  }

  /** Takes what somebody else wrote; what stood here is gone. */
  take(path: string, text: string): void {
    this.#put({ path, text, was: text });
    this.#set({ saved: undefined });
    if (path === this.#now.item?.path) this.#try(0);
  }

  /** Knows what somebody else wrote, and keeps what stands here: the next save writes over it. */
  keep(path: string, was: string): void {
    this.#put({ ...this.#now.files.get(path)!, was });
    this.#set({ saved: undefined });
  }

  /** Files changed on the disk: those that nobody changed here follow. */
  async follow(): Promise<void> {
    for (const file of this.#now.files.values()) {
      const text = await ask.file(file.path).catch(() => file.was);
      const here = this.#now.files.get(file.path)!;
      if (text !== here.was && here.text === here.was) this.#put({ path: file.path, text, was: text });
    }
    this.#try(0);
  }

  async #load(path: string): Promise<void> {
    if (this.#now.files.has(path)) return;
    const text = await ask.file(path);
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
      const one = { path: file.path, text: file.text };
      const tried = await ask.try(one);
      if (!live()) return;
      this.#set({
        tried,
        stale: tried.shown === undefined,
        took: Math.round(performance.now() - started - delay),
        failure: undefined,
        ...(tried.shown ? { shown: tried.shown } : {}),
      });
      const cases = tried.shown && (await ask.verdicts(tried.shown.v));
      if (!live()) return;
      if (cases) this.#set({ cases });
      const later = async () => {
        const whole = await ask.whole({ ...one, v: tried.shown?.v ?? 0 });
        if (!live()) return;
        this.#set({ whole });
        const unguarded = tried.shown ? await ask.unguarded(tried.shown.v) : [];
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

/** All that is wrong: why the last save was refused, else at once from the file, then from all of them. */
export function findingsOf({ tried, whole, stale, saved }: Snapshot): readonly Finding[] {
  if (saved !== undefined && saved !== "saved" && saved.refused === "findings") return saved.findings;
  return stale || !whole ? (tried?.findings ?? []) : whole.findings;
}
