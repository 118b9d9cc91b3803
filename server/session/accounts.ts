/** Accounts of a product: its tables of tenants and users, and the password that confirms a call. */
import type { FailureName } from "../../src/contract/failures.ts";
import { Failure } from "../core/failure.ts";
import type { Database } from "../store/database.ts";
import { verifyDigest } from "./password.ts";
import type { PortalUser } from "./users.ts";
import { clearThrottle, countAttempt, type ThrottleRule } from "./throttle.ts";

export interface Accounts {
  /** Name of the table of tenants. */
  tenants: string;
  /** Columns that the product adds to users, with their SQL types. A user has them in camel case (`ProductUser`). */
  userColumns: Readonly<Record<string, string>>;
  /** SQL of further columns of the account settings, over the rows of users joined with their tenant. */
  settings: Readonly<Record<string, string>>;
  /**
   * Verifies the password that confirms a call.
   *
   * @throws Failure when the password is wrong, or when further tries have to wait
   */
  checkStepUpPassword(db: Database, user: PortalUser, password: string): Promise<void>;
  /** Returns the refusal of a user's call that needs a confirmation and has none. */
  findMissingProof(user: PortalUser): FailureName;
}

/** Five wrong passwords are free; further ones wait from a minute to half an hour. */
const STEP_UP: ThrottleRule = { windowMs: 60 * 60_000, free: 5, firstWaitMs: 60_000, maxWaitMs: 30 * 60_000 };

/** Accounts without additions: the sign-in password confirms calls. */
export const coreAccounts: Accounts = {
  tenants: "tenant",
  userColumns: {},
  settings: {},
  async checkStepUpPassword(db, user, password) {
    const key = `step-up:${user.id}`;
    await countAttempt(db, key, STEP_UP);
    if (await verifyDigest(user.loginHash, password, "signedIn")) return clearThrottle(db, key);
    throw new Failure("passwordWrong");
  },
  findMissingProof: () => "proofMissing",
};
