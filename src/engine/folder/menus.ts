/** Menus that open an entity, and menus that allow users to select its records. */
import type { Field } from "../model/kind.ts";
import type { Schemas } from "./read.ts";

const made = new WeakMap<Schemas, ReadonlyMap<string, ReadonlySet<string>>>();

/**
 * Returns, for each entity that has any, its own menu id and those of the pages that show it. A user with any of them
 * can read its records.
 * @example
 * const menus = listMenusByEntity(folder).get("payee");
 */
export function listMenusByEntity(schemas: Schemas): ReadonlyMap<string, ReadonlySet<string>> {
  const cached = made.get(schemas);
  if (cached) return cached;
  const menus = new Map<string, Set<string>>();
  const note = (entity: string | undefined, menu: string | undefined) => {
    if (entity && menu) menus.set(entity, (menus.get(entity) ?? new Set()).add(menu));
  };
  for (const entity of schemas.entities.values()) note(entity.name, entity.menu);
  for (const page of schemas.pages) {
    note(page.view?.entity, page.menu);
    for (const tab of page.tabs ?? []) note(tab.entity, page.menu);
  }
  made.set(schemas, menus);
  return menus;
}

/**
 * Returns the menu ids that allow users to select each entity's records: its own, and those of all forms that reference
 * it. An entity without a menu is open to all users.
 * @example
 * const menus = listMenusToChoose(folder).get("payee");
 */
export function listMenusToChoose(schemas: Schemas): ReadonlyMap<string, ReadonlySet<string>> {
  const menus = listMenusByEntity(schemas);
  const open = new Map([...menus].map(([name, own]) => [name, new Set(own)]));
  const note = (fields: readonly Field[], from: Iterable<string>) => {
    for (const name of fields.flatMap(listReferred)) for (const menu of from) open.get(name)?.add(menu);
  };
  for (const entity of schemas.entities.values()) note(entity.fields, menus.get(entity.name) ?? []);
  for (const page of schemas.pages) {
    for (const name of [page, ...(page.view ? [page.view] : []), ...(page.tabs ?? [])].map(({ call }) => call)) {
      if (name && page.menu) note(schemas.calls.get(name)?.request.fields ?? [], [page.menu]);
    }
  }
  for (const { call, request } of schemas.calls.values()) if (call.grant) note(request.fields, [call.grant]);
  return open;
}

/** Returns the entities whose records a field selects. */
const listReferred = ({ ref, options, items }: Field): string[] => [
  ...(ref ? [ref.entity] : []),
  ...(options && "list" in options ? [options.list] : []),
  ...(items ?? []).flatMap(listReferred),
];

/**
 * Returns whether the grants allow reading the entity's records. An entity without a menu is open to all users.
 * @example
 * const isOpen = canSee(folder, "payee", new Set(["payeeManage"]));
 */
export function canSee(schemas: Schemas, entity: string, grants: ReadonlySet<string>): boolean {
  const menus = listMenusByEntity(schemas).get(entity);
  return menus === undefined || [...menus].some((menu) => grants.has(menu));
}
