/** Pages, entities and calls as the build made them from `schemas/`. Each entity and each call's form is a chunk of its own. */
import * as manifest from "virtual:schemas/pages";
import { hydrate, type CallPlan, type Entity, type Lang, type Row, type Texts } from "../engine/index.ts";

/** What a page or a tab shows: a view of an entity, a call's form or a hand-written screen. */
export interface View {
  entity?: string;
  show?: "list" | "create" | "detail" | "edit" | "import";
  preset?: Row;
  columns?: string[];
  call?: string;
  screen?: string;
}
export type Tab = View & { id: string; label: Record<Lang, string>; grant?: string };
export interface Page extends View {
  path: string;
  id: string;
  label: Record<Lang, string>;
  menu?: string;
  order?: number;
  access?: "public" | "session" | "certified";
  layout?: "top" | "side";
  header?: boolean;
  footer?: boolean;
  redirect?: string;
  view?: View;
  tabs?: Tab[];
}
/** A call whose request a person fills in. */
export interface CallEntity {
  call: CallPlan;
  request: Entity;
}
type Way = Pick<CallPlan, "method" | "path">;

export const pages = manifest.pages as unknown as readonly Page[];

/** Method and path of a call of `schemas/calls/`. Throws for a name that has none, which is our own fault. */
export function wayOf(name: string): Way {
  const way = (manifest.paths as Record<string, Way | undefined>)[name];
  if (!way) throw new Error(`there is no call ${name}`);
  return way;
}

let lang: Lang = "zh";
export const speakSchemas = (current: Lang): void => void (lang = current);

const cache = new Map<string, Promise<unknown>>();
function once<T>(key: string, load: () => Promise<T>): Promise<T> {
  const known = cache.get(key) as Promise<T> | undefined;
  if (known) return known;
  const loading = load();
  cache.set(key, loading);
  // A failed load (offline) may succeed the next time.
  loading.catch(() => cache.delete(key));
  return loading;
}

/** Throws when there is no such entity or the chunk cannot be loaded. */
export const loadEntity = (name: string): Promise<Entity> =>
  once(`entity/${name}`, async () => {
    const [{ plan, validate }, texts] = await Promise.all([manifest.entities[name]!(), manifest.texts[name]![lang]()]).then(([a, b]) => [a.default, b.default] as const);
    return hydrate(plan, { [lang]: texts }, validate);
  });

/** Texts of an entity in any language; throws like `loadEntity`. */
export const loadTexts = (name: string, wanted: Lang): Promise<Texts> => once(`texts/${name}/${wanted}`, async () => (await manifest.texts[name]![wanted]()).default);

export const loadCall = (name: string): Promise<CallEntity> =>
  once(`call/${name}`, async () => {
    const [module, texts] = await Promise.all([manifest.calls[name]!(), manifest.callTexts[name]![lang]()]);
    const { call, plan, validate } = module.default;
    return { call, request: hydrate(plan, { [lang]: texts.default }, validate) };
  });
