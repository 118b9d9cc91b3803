/**
 * Lookups in the route table, whose module is loaded after sign-in. Until then, no record has a path and no page may be
 * opened.
 */
import type { Grants } from "../session/user.ts";

interface Finders {
  recordPath(grants: Grants | undefined, entity: string, id: string): string | undefined;
  listPath(grants: Grants | undefined, entity: string): string | undefined;
  canOpen(grants: Grants | undefined, path: string): boolean;
}

let find: Finders = { recordPath: () => undefined, listPath: () => undefined, canOpen: () => false };
/** Registers the lookup functions. Called once, by the module that owns the route table. */
export const setFinders = (known: Finders): void => void (find = known);

/** Returns the path of a record; undefined when the user has no page that shows it. */
export const recordPath: Finders["recordPath"] = (...about) => find.recordPath(...about);
/** Returns the path of an entity's list; undefined when the user has no page that shows it. */
export const listPath: Finders["listPath"] = (...about) => find.listPath(...about);
/** Returns whether the user may open the page at a path. */
export const canOpen: Finders["canOpen"] = (...about) => find.canOpen(...about);
