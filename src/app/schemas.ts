/**
 * Entities and calls as the build made them from `schemas/`. Each entity and each call's form is a chunk of its own in each language, what
 * judges an entity's records another; how to load those of signed-in people is one too, so that the sign-in page carries no list of them. The
 * pages: `pages.ts`.
 */
import * as open from "virtual:schemas/public";
import { settings } from "../payments/settings.ts";
import { hydrateWith, type CallPlan, type Entity, type Lang, type Texts } from "../engine/index.ts";

/** A call whose request a person fills in. */
export interface CallEntity {
  call: CallPlan;
  request: Entity;
}

let lang: Lang = "zh";
export const speakSchemas = (current: Lang): void => void (lang = current);

const cache = new Map<string, Promise<unknown>>();
const there = new Map<string, unknown>();
function once<T>(key: string, load: () => Promise<T>): Promise<T> {
  const known = cache.get(key) as Promise<T> | undefined;
  if (known) return known;
  const loading = load();
  cache.set(key, loading);
  loading.then(
    (value) => there.set(key, value),
    // A failed load (offline) may succeed the next time.
    () => cache.delete(key),
  );
  return loading;
}

const inside = { zh: () => import("virtual:schemas/inside/zh"), en: () => import("virtual:schemas/inside/en") };
/** Fetches the way to everything a signed-in person may open, before the first page asks for it. */
export const loadInside = (): Promise<unknown> => inside[lang]();

const entityModule = async (name: string, wanted: Lang) => (await (await inside[wanted]()).entities[name]!()).default;

/** Throws when there is no such entity or the chunk cannot be loaded. */
export const loadEntity = (name: string): Promise<Entity> =>
  once(`entity/${name}`, async () => {
    const { validator, kindOf, plan, texts } = await entityModule(name, lang);
    return hydrateWith({ ...settings, kind: kindOf }, plan, { [lang]: texts }, () =>
      validator().then((module) => module.default),
    );
  });

/** An entity that was loaded before: a page of it is drawn without waiting. */
export const entityThere = (name: string): Entity | undefined => there.get(`entity/${name}`) as Entity | undefined;

/** Texts of an entity in any language; throws like `loadEntity`. */
export const loadTexts = async (name: string, wanted: Lang): Promise<Texts> => (await entityModule(name, wanted)).texts;

/** As `entityThere`. */
export const callThere = (name: string): CallEntity | undefined => there.get(`call/${name}`) as CallEntity | undefined;

export const loadCall = (name: string): Promise<CallEntity> =>
  once(`call/${name}`, async () => {
    const load = open.calls[lang][name] ?? (await inside[lang]()).calls[name]!;
    const { call, validator, kindOf, plan, texts } = (await load()).default;
    return { call, request: hydrateWith({ ...settings, kind: kindOf }, plan, { [lang]: texts }, validator) };
  });
