/** POST /mer/user/register (C1): creates an uncertified tenant with its first user and signs the user in. */
import { randomInt } from "node:crypto";
import { handler } from "../../calls/handler.ts";
import { Failure } from "../../core/failure.ts";
import { assertPresent } from "../../core/required.ts";
import { audit } from "../../audit/audit.ts";
import { refuseCommonPassword, openSession } from "../../calls/account-steps.ts";
import { describeSession } from "./session.ts";
import { checkCode } from "../../session/codes.ts";
import { listGrants } from "../../session/grants.ts";
import { hashDigest } from "../../session/password.ts";
import { normalizeUsername, findUserById, findUserByName } from "../../session/users.ts";
import agreement from "../../../locales/zh/agreement.json";
import { insertTenant } from "../../store/tenants.ts";

/** Value of userStatus before certification. Source: specification 4. */
const NOT_CERTIFIED = 4;

export const register = handler("register", async (call) => {
  const { services, body, ip, traceId } = call;
  const username = normalizeUsername(body.email);
  // Consent to an earlier version of the agreement is not valid.
  if (body.agreementVersion !== agreement.version) throw new Failure("agreementUnticked");
  refuseCommonPassword(call, "login", { username, digest: body.password });
  const spend = await checkCode(services, { purpose: "register", subject: username }, body.code, call.device);
  if (await findUserByName(services, username)) throw new Failure("mailboxTaken");
  const tenant = String(randomInt(200_000_000, 1_000_000_000));
  const id = `${tenant}1`;
  const now = Date.now();
  const when = new Date(now).toISOString();
  const [name] = username.split("@");
  const hash = await hashDigest(body.password, "other");
  await services.db.tx(async (tx) => {
    await spend(tx);
    const isNew = await insertTenant(tx, services.vocabulary.accounts.tenants, {
      id: tenant,
      name: username,
      status: NOT_CERTIFIED,
      createdAt: when,
    });
    if (!isNew) throw new Error("the drawn tenant number is taken");
    const [made] = await tx.query(
      `INSERT INTO portal_user (id, m, username, name, login_hash, grants, state, created_at) VALUES ($1, $2, $3, $4, $5, $6, 'active', $7)
       ON CONFLICT (username) DO NOTHING RETURNING id`,
      [id, tenant, username, name, hash, JSON.stringify(listGrants(services.schemas).all), when],
    );
    if (!made) throw new Failure("mailboxTaken");
    for (const document of ["agreement", "privacy"]) {
      await tx.query("INSERT INTO consent (user_id, document, version, at, ip) VALUES ($1, $2, $3, $4, $5)", [
        id,
        document,
        agreement.version,
        when,
        ip,
      ]);
    }
    await services.onTenantRegistered?.(tx, tenant);
    await audit(tx, {
      tenant,
      at: now,
      actor: id,
      action: "register",
      object: "session",
      ip,
      traceId,
      detail: { agreement: agreement.version },
    });
  });
  const user = assertPresent(await findUserById(services, id), "the new user");
  return describeSession({ user, ...(await openSession(call, user)) });
});
