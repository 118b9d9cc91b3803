import type { Lang } from "../../src/engine/index.ts";

/** Who acts. Made by the session on every request; `provider` and `clock` act for a merchant without a user; `record`: an event of another record leads to this one. */
export interface Actor {
  by: "merchant" | "provider" | "clock" | "record";
  merId: string;
  userId?: string;
  username?: string;
  /** Menu ids and action grants, one flat set. */
  grants: ReadonlySet<string>;
  /** 4 not certified, 0 under review, -1 failed, 1 passed. */
  userStatus: number;
  sessionId?: string;
  lang: Lang;
  ip?: string;
  traceId: string;
}
