/** Access levels of the dialect, and the level that a user has. */
import type { Access, Settings } from "../../src/engine/index.ts";
import type { UserStatus } from "./user-status.ts";

/** The dialect's levels, and the product's rule for users. */
export interface AccessRule {
  schemas: { dialect: Pick<Settings, "access"> };
  /** Returns the access level that a status gives. */
  getAccessLevel(status: UserStatus): Access;
}

/** Returns whether a user of this status has the level, or a stronger one. */
export function hasAccess({ schemas, getAccessLevel }: AccessRule, level: Access, status: UserStatus): boolean {
  const { levels } = schemas.dialect.access;
  const needed = levels.indexOf(level);
  return needed >= 0 && needed <= levels.indexOf(getAccessLevel(status));
}

/** Returns the default rule: every user has the weakest level, so that a forgotten rule grants nothing. */
export const getWeakestLevel = ({ dialect }: AccessRule["schemas"]): AccessRule["getAccessLevel"] => {
  const { levels, default: usual } = dialect.access;
  return () => levels[0] ?? usual;
};
