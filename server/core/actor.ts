import type { Caller } from "./caller.ts";
import type { UserStatus } from "./user-status.ts";

/** Who acts: a caller whose session is known. `provider` and `clock` act for a merchant without a user; `record` is an event that cascades from another record. */
export interface Actor extends Caller {
  by: "merchant" | "provider" | "clock" | "record";
  tenant: string;
  userId?: string;
  username?: string;
  /** Menu ids and action grants, one flat set. */
  grants: ReadonlySet<string>;
  userStatus: UserStatus;
  sessionId?: string;
}
