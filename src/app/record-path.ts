/** Where a record opens. The route table is no part of the sign-in page: until it is there, no record has a place. */
import type { Grants } from "./user.ts";

type Find = (grants: Grants | undefined, entity: string, id: string) => string | undefined;

let find: Find = () => undefined;
/** Told once by the module that has the route table. */
export const knowPlaces = (known: Find): void => void (find = known);

export const recordPath: Find = (grants, entity, id) => find(grants, entity, id);
