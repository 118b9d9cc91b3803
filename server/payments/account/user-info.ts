/** GET /mer/user/info (C11): returns the signed-in user, which rules also read as `user`. */
import { readUserStatus } from "../accounts.ts";
import { handler } from "../../calls/handler.ts";
import { listActions } from "../../calls/account-steps.ts";
import { maskPhone } from "../../session/mask-address.ts";

export const userInfo = handler("userInfo", async ({ services, session: { user } }) => ({
  grants: listActions(services.schemas, user.grants),
  userId: user.id,
  merId: user.tenant,
  merName: user.tenantName,
  ...(user.tenantNameEn ? { merNameEn: user.tenantNameEn } : {}),
  username: user.username,
  name: user.name,
  phoneSet: user.phone !== null,
  ...(user.phone ? { phone: maskPhone(user.phone) } : {}),
  ...(user.avatar ? { avatar: user.avatar } : {}),
  userStatus: readUserStatus(user.userStatus),
  certified: user.userStatus === 1,
  payPasswordSet: user.payHash !== null,
  googleAuth: user.totpSecret !== null,
  digest: user.digest ?? "off",
  serverTime: new Date(services.clock.now()).toISOString(),
}));
