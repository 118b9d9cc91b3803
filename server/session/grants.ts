import type { Schemas } from "@portolan/engine/folder";

interface Grants {
  all: string[];
  review: ReadonlySet<string>;
}
const listed = new WeakMap<Schemas, Grants>();

/**
 * Returns all grants of the pages and entities, sorted: menu ids, and the grants of tabs, views, calls and events.
 * `review` contains the grants of events that the maker of a record must not fire.
 */
export function listGrants(schemas: Schemas): Grants {
  const cached = listed.get(schemas) ?? collectGrants(schemas);
  listed.set(schemas, cached);
  return cached;
}

function collectGrants(schemas: Schemas): Grants {
  const all = new Set<string>();
  const review = new Set<string>();
  const note = (grant: string | undefined) => grant && all.add(grant);
  for (const page of schemas.pages) {
    note(page.menu);
    for (const tab of page.tabs ?? []) note(tab.grant);
  }
  for (const entity of schemas.entities.values()) {
    note(entity.menu);
    // An entity without calls needs no grants.
    if (Object.keys(entity.calls).length === 0) continue;
    for (const view of entity.list.views) note(view.grant);
    for (const call of Object.values(entity.calls)) note(call.grant);
    for (const { grant, not } of entity.lifecycle?.transitions ?? []) {
      note(grant);
      if (grant && not === "maker") review.add(grant);
    }
  }
  return { all: [...all].sort(), review };
}
