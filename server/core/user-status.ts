import { userStatuses } from "../../src/contract/constants.gen.ts";

/** Certification status of a tenant: 4 not certified, 0 under review, -1 failed, 1 passed. Source: specification 4. */
export type UserStatus = (typeof userStatuses)[number];

/** Parses a stored status. @throws Error for any other value */
export function readUserStatus(stored: unknown): UserStatus {
  const status = userStatuses.find((item) => item === Number(stored));
  if (status === undefined) throw new Error(`${String(stored)} is no userStatus`);
  return status;
}
