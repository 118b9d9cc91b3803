/** Entries of the "New" menu that a user may open. */
import type { Creation } from "@portolan/engine";
import { CERTIFIED, type Grants } from "../session/user.ts";

/** Returns the entries whose menu and grant the user has; none before certification. */
export const selectCreations = <T extends Pick<Creation, "menu" | "grant">>(
  creations: readonly T[],
  { granted, user }: Grants,
): T[] =>
  user.userStatus === CERTIFIED
    ? creations.filter(({ menu, grant }) => [menu, grant].every((item) => item === undefined || granted.has(item)))
    : [];
