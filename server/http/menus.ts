/** Which menus open an entity. */
import type { Schemas } from "../schemas/read.ts";

const made = new WeakMap<Schemas, ReadonlyMap<string, ReadonlySet<string>>>();

/** Menu ids of the pages that show an entity, and its own. A user who may open one of them may ask for its records. */
export function menusByEntity(schemas: Schemas): ReadonlyMap<string, ReadonlySet<string>> {
  const known = made.get(schemas);
  if (known) return known;
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

/** Whether somebody with these grants may ask for the entity's records. */
export function maySee(schemas: Schemas, entity: string, grants: ReadonlySet<string>): boolean {
  const menus = menusByEntity(schemas).get(entity);
  return menus === undefined || [...menus].some((menu) => grants.has(menu));
}
