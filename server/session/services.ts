import type { Clock } from "../core/clock.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Database } from "../store/database.ts";
import type { Seal } from "../core/seal.ts";
import type { Accounts } from "./accounts.ts";

/** Dependencies for verifying codes, passwords and second factors. */
export interface SessionServices {
  db: Database;
  seal: Seal;
  clock: Clock;
  schemas: Pick<Schemas, "dialect">;
  vocabulary: { accounts: Accounts };
}
