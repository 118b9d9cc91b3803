/** Entries of the "New" menu that a user may open. */
import type { Creation } from "../../model/pages.ts";
import { type Grants, hasFullAccess } from "../session/user.ts";

/** Returns the entries whose menu and grant the user has; none before the highest access level. */
export const selectCreations = <T extends Pick<Creation, "menu" | "grant">>(
  creations: readonly T[],
  { granted, user }: Grants,
): T[] =>
  hasFullAccess(user)
    ? creations.filter(({ menu, grant }) => [menu, grant].every((item) => item === undefined || granted.has(item)))
    : [];
