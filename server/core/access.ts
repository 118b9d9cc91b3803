/** Access levels of the schema dialect, and the level of a user. */
import type { Access, Settings } from "@portolan/engine";

/** The schemas' access levels, and the product's rule that assigns one to each user status. */
export interface AccessRule {
  schemas: { dialect: Pick<Settings, "access"> };
  getAccessLevel(status: number): Access;
}

/** Returns whether the user's status has the required level or a stronger one; false for an unknown level. */
export function hasAccess({ schemas, getAccessLevel }: AccessRule, level: Access, status: number): boolean {
  const { levels } = schemas.dialect.access;
  const needed = levels.indexOf(level);
  return needed >= 0 && needed <= levels.indexOf(getAccessLevel(status));
}

/**
 * Returns the default rule, which assigns the level above that of visitors to every user, so that a product without a
 * rule opens no call of a stronger level.
 */
export const getSignedInLevel = ({ dialect }: AccessRule["schemas"]): AccessRule["getAccessLevel"] => {
  const { levels, default: usual } = dialect.access;
  return () => levels[1] ?? usual;
};
