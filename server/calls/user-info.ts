/** GET /session/user: returns the signed-in user, which rules also read as `user`. */
import { listActions } from "./account-steps.ts";
import { sessionHandler } from "./handler.ts";

export const userInfo = sessionHandler("userInfo", async ({ services, session: { user } }) => ({
  userId: user.id,
  tenantId: user.tenant,
  tenantName: user.tenantName,
  username: user.username,
  name: user.name,
  ...(user.avatar ? { avatar: user.avatar } : {}),
  secondFactor: user.totpSecret !== null,
  digest: user.digest ?? "off",
  grants: listActions(services.schemas, user.grants),
  serverTime: new Date(services.clock.now()).toISOString(),
}));
