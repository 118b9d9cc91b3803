/** Accounts of the product: merchants, and the payment password of their users. */
import { userStatuses } from "../../src/contract/constants.gen.ts";
import { toIso } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import type { Accounts } from "../session/accounts.ts";
import { verifyDigest } from "../session/password.ts";
import type { PortalUser } from "../session/users.ts";
import type { Queries } from "../store/database.ts";

declare module "../session/users.ts" {
  interface ProductUser {
    /** Hash of the payment password; null until it is set. */
    payHash: string | null;
  }
}

declare module "../session/password.ts" {
  interface PasswordKinds {
    /** The payment password, which confirms calls. */
    pay: true;
  }
}

declare module "../session/tables.ts" {
  interface UserColumns {
    pay_hash: string | null;
    pay_failures: number;
    pay_locked_until: string | null;
  }
}

declare module "../store/sql-types.ts" {
  interface Tables {
    merchant: Tables["tenant"];
  }
}

const PAY_TRIES = 5;
const PAY_LOCK_MS = 30 * 60_000;

export const accounts: Accounts = {
  tenants: "merchant",
  userColumns: {
    pay_hash: "text",
    pay_failures: "integer NOT NULL DEFAULT 0",
    pay_locked_until: "timestamptz",
  },
  settings: {
    companyId: "m",
    companyName: "tenant_name",
    userStatus: "CAST(user_status AS text)",
    payPasswordSet: "pay_hash IS NOT NULL",
    googleAuth: "totp_secret IS NOT NULL",
    missing: "num_nulls(pay_hash, totp_secret, phone)",
  },
  checkStepUpPassword: checkPayPassword,
  findMissingProof: ({ payHash }) => (payHash === null ? "setPayPasswordFirst" : "proofMissing"),
};

/**
 * Verifies the payment password. Counts every try before it is verified, so that concurrent guesses cannot share one
 * count. The right password resets the count. Five wrong ones lock the payment password for half an hour, but nothing
 * else.
 *
 * @throws Failure `setPayPasswordFirst`, `payPasswordWrong` with `{left}` tries, `payPasswordLocked` with `{minutes}`
 */
async function checkPayPassword(db: Queries, { id, payHash }: PortalUser, password: string): Promise<void> {
  if (!payHash) throw new Failure("setPayPasswordFirst");
  const now = Date.now();
  const [row] = await db.query(
    `UPDATE portal_user SET
       pay_failures = CASE WHEN pay_locked_until IS NULL THEN pay_failures + 1 ELSE 1 END,
       pay_locked_until = CASE WHEN pay_locked_until IS NULL AND pay_failures + 1 >= $3 THEN CAST($4 AS timestamptz) ELSE NULL END
     WHERE id = $1 AND (pay_locked_until IS NULL OR pay_locked_until <= $2)
     RETURNING pay_failures, pay_hash`,
    [id, toIso(now), PAY_TRIES, toIso(now + PAY_LOCK_MS)],
  );
  if (!row) throw await findLock(db, id, now);
  if (await verifyDigest(row.pay_hash, password, "signedIn")) {
    await db.query(`UPDATE portal_user SET pay_failures = 0, pay_locked_until = NULL WHERE id = $1`, [id]);
    return;
  }
  const left = PAY_TRIES - row.pay_failures;
  throw left > 0
    ? new Failure("payPasswordWrong", { left })
    : new Failure("payPasswordLocked", { minutes: PAY_LOCK_MS / 60_000 });
}

async function findLock(db: Queries, id: string, now: number): Promise<Failure> {
  const [row] = await db.query(`SELECT pay_locked_until FROM portal_user WHERE id = $1`, [id]);
  const until = Date.parse(row?.pay_locked_until ?? "") || now;
  return new Failure("payPasswordLocked", { minutes: Math.max(1, Math.ceil((until - now) / 60_000)) });
}

/** Certification status of a merchant: 4 not certified, 0 under review, -1 failed, 1 passed. Source: specification 4. */
export type UserStatus = (typeof userStatuses)[number];

/** Parses a stored status. @throws Error for any other value */
export function readUserStatus(stored: unknown): UserStatus {
  const status = userStatuses.find((item) => item === Number(stored));
  if (status === undefined) throw new Error(`${String(stored)} is no userStatus`);
  return status;
}
