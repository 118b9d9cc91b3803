/** What a user can be granted. */
import type { Schemas } from "../schemas/read.ts";

/** Everything that the schemas name: menu ids of the pages, and action grants; `review` are those that the maker of an order lacks. */
export function listGrants(schemas: Schemas): { all: string[]; review: ReadonlySet<string> } {
  const all = new Set<string>();
  const review = new Set<string>();
  const note = (grant: string | undefined) => grant && all.add(grant);
  for (const page of schemas.pages) {
    note(page.menu);
    for (const tab of page.tabs ?? []) note(tab.grant);
  }
  for (const entity of schemas.entities.values()) {
    note(entity.menu);
    for (const view of entity.list.views) note(view.grant);
    for (const call of Object.values(entity.calls)) note(call.grant);
    for (const { grant, not } of entity.lifecycle?.transitions ?? []) {
      note(grant);
      if (grant && not === "maker") review.add(grant);
    }
  }
  return { all: [...all].sort(), review };
}
