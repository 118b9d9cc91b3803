import type { Lang } from "../src/engine/index.ts";

/** Who acts. Made by the session on every request; `provider` and `clock` act for a merchant without a user. */
export interface Actor {
  by: "merchant" | "provider" | "clock";
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

