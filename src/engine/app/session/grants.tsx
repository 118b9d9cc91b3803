/** Context with the signed-in user and the grants. */
import { createContext, useContext } from "react";
import type { Grants } from "./user.ts";

export const GrantsContext = createContext<Grants | undefined>(undefined);

/**
 * Returns the signed-in user and the grants.
 * @throws Error outside of the pages of a signed-in user
 */
export function useGrants(): Grants {
  const grants = useContext(GrantsContext);
  if (!grants) throw new Error("useGrants() must be used below AuthenticatedApp");
  return grants;
}
