/**
 * Loads the entities and calls compiled from `schemas/`. Each entity and each call form is one chunk per language;
 * record validation is a separate chunk. The list of chunks for signed-in users is itself a chunk, which keeps the
 * sign-in page small. For pages, see `routing/pages.ts`.
 */
import * as open from "virtual:schemas/public";
import { type CallEntity, getApp } from "../options.ts";
import { hydrateWith } from "../../entity/hydrate.ts";
import { prepareFields } from "../../entity/prepare-fields.ts";
import type { Entity, Texts } from "../../model/entity.ts";
import type { Lang } from "../../model/register.ts";

let lang: Lang;
export const setSchemaLanguage = (current: Lang): void => void (lang = current);

const cache = new Map<string, Promise<unknown>>();
const loaded = new Map<string, unknown>();
function loadOnce<T>(key: string, load: () => Promise<T>): Promise<T> {
  const cached = cache.get(key) as Promise<T> | undefined;
  if (cached) return cached;
  const loading = load();
  cache.set(key, loading);
  loading.then(
    (value) => loaded.set(key, value),
    // Evicts a failed load from the cache, so that the next call retries.
    () => cache.delete(key),
  );
  return loading;
}

/** Prefetches the list of chunks for signed-in users. */
export const loadChunkList = (): Promise<unknown> => open.inside[lang]!();
/** Loads the route table and the areas of the menu, with labels in the current language alone. */
export const loadRouteTable = () => open.pages[lang]!();
/** Loads the texts that say what each page is for, by path. */
export const loadAbout = (): Promise<Readonly<Record<string, string | undefined>>> =>
  open.abouts[lang]!().then(({ about }) => about);

const loadEntityModule = async (name: string, wanted: Lang) =>
  (await (await open.inside[wanted]!()).entities[name]!()).default;

/**
 * Loads an entity.
 * @throws when the name is unknown or the chunk cannot be loaded
 * @example
 * const entity = await loadEntity("payee");
 */
export const loadEntity = (name: string): Promise<Entity> =>
  loadOnce(`entity/${name}`, async () => {
    const { validator, findKind, plan, texts } = await loadEntityModule(name, lang);
    const entity = hydrateWith({ ...getApp().settings, kind: findKind }, plan, { [lang]: texts }, () =>
      validator().then((module) => module.default),
    );
    await prepareFields(entity.fields);
    return entity;
  });

/** Returns an entity that is already loaded, so that it can be rendered without suspending; otherwise undefined. */
export const getCachedEntity = (name: string): Entity | undefined => loaded.get(`entity/${name}`) as Entity | undefined;

/**
 * Loads the labels and messages of an entity in the given language.
 * @throws under the same conditions as `loadEntity`
 */
export const loadTexts = async (name: string, wanted: Lang): Promise<Texts> =>
  (await loadEntityModule(name, wanted)).texts;

/** Returns a call that is already loaded; otherwise undefined. */
export const getCachedCall = (name: string): CallEntity | undefined =>
  loaded.get(`call/${name}`) as CallEntity | undefined;

/**
 * Loads a call with the form of its request.
 * @throws when the name is unknown or the chunk cannot be loaded
 * @example
 * const { request } = await loadCall("login");
 */
export const loadCall = (name: string): Promise<CallEntity> =>
  loadOnce(`call/${name}`, async () => {
    const load = open.calls[lang]?.[name] ?? (await open.inside[lang]!()).calls[name]!;
    const { call, validator, findKind, plan, texts } = (await load()).default;
    const request = hydrateWith({ ...getApp().settings, kind: findKind }, plan, { [lang]: texts }, validator);
    await prepareFields(request.fields);
    return { call, request };
  });
