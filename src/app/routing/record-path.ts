/** Finds the path of a record. The route table is loaded after sign-in: until then every path is undefined. */
import type { Grants } from "../session/user.ts";

type Find = (grants: Grants | undefined, entity: string, id: string) => string | undefined;

let find: Find = () => undefined;
/** Registers the finder; called once by the module that owns the route table. */
export const setRecordPathFinder = (known: Find): void => void (find = known);

export const recordPath: Find = (grants, entity, id) => find(grants, entity, id);
