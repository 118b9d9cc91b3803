/** Certification status of a tenant: 4 not certified, 0 under review, -1 failed, 1 passed. Source: specification 4. */
const USER_STATUSES = [4, 0, -1, 1] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** Parses a stored status. @throws Error for any other value */
export function readUserStatus(stored: unknown): UserStatus {
  const status = USER_STATUSES.find((item) => item === Number(stored));
  if (status === undefined) throw new Error(`${String(stored)} is no userStatus`);
  return status;
}
