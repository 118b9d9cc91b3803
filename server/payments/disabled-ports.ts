import { type Entity, listPaths } from "@portolan/engine";
import { PORTS, type PortName } from "../providers/provider-port.ts";
import type { Schemas } from "@portolan/engine/folder";

/**
 * Returns the schemas without the pages, menus, grants and calls of all entities whose lifecycle uses a job of these
 * ports, and of entities in the same menus. Tables and stored records are kept.
 */
export function removePorts(schemas: Schemas, off: ReadonlySet<PortName>): Schemas {
  if (off.size === 0) return schemas;
  const jobs = new Set(PORTS.flatMap(({ name, jobs }) => (off.has(name) ? jobs : [])));
  const withJobs = [...schemas.entities.values()].filter(({ lifecycle }) =>
    lifecycle?.transitions.some(({ job }) => job !== undefined && jobs.has(job)),
  );
  const menus = new Set(withJobs.flatMap(({ menu }) => menu ?? []));
  const isOff = (entity: Entity | undefined): boolean =>
    entity !== undefined && (withJobs.includes(entity) || (entity.menu !== undefined && menus.has(entity.menu)));
  const showsOff = (name: string | undefined): boolean => name !== undefined && isOff(schemas.entities.get(name));
  const pages = schemas.pages.flatMap((page) => {
    if ((page.menu !== undefined && menus.has(page.menu)) || showsOff(page.view?.entity)) return [];
    const tabs = page.tabs?.filter(({ entity }) => !showsOff(entity));
    return tabs?.length === 0 ? [] : [tabs ? { ...page, tabs } : page];
  });
  const paths = new Set(pages.map(({ path }) => path));
  const entities = new Map(
    [...schemas.entities].map(([name, entity]) => [name, isOff(entity) ? close(entity) : entity]),
  );
  return {
    ...schemas,
    entities,
    entity: (name) => entities.get(name) ?? schemas.entity(name),
    calls: new Map([...schemas.calls].filter(([, { call }]) => call.grant === undefined || !menus.has(call.grant))),
    pages,
    areas: schemas.areas.map((area) => ({
      ...area,
      pages: area.pages.filter((entry) => listPaths(entry).some((path) => paths.has(path))),
    })),
  };
}

/** Returns the entity without its calls and its menu. Its stored form is unchanged. */
const close = (entity: Entity): Entity => Object.create(entity, { calls: { value: {} }, menu: { value: undefined } });
