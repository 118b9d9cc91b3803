/** Answers about pages that calls for the route table, which is loaded after sign-in: until then nothing may be opened. */
import type { Grants } from "../session/user.ts";

interface Finders {
  recordPath(grants: Grants | undefined, entity: string, id: string): string | undefined;
  canOpen(grants: Grants | undefined, path: string): boolean;
}

let find: Finders = { recordPath: () => undefined, canOpen: () => false };
/** Registers the finders; called once by the module that owns the route table. */
export const setFinders = (known: Finders): void => void (find = known);

/** Returns the path of a record; undefined when the user has no page for it. */
export const recordPath: Finders["recordPath"] = (...about) => find.recordPath(...about);
/** Returns whether the user may open a page by its address. */
export const canOpen: Finders["canOpen"] = (...about) => find.canOpen(...about);
