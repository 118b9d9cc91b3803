/** GET /mer/user/info (C11): returns the signed-in user, which rules also read as `user`. */
import { handler } from "./handler.ts";
import type { Schemas } from "@portolan/engine/folder";
import { listGrants } from "../session/grants.ts";
import { maskPhone } from "../session/mask-address.ts";

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
  userStatus: user.userStatus,
  certified: user.userStatus === 1,
  payPasswordSet: user.payHash !== null,
  googleAuth: user.totpSecret !== null,
  digest: user.digest ?? "off",
  serverTime: new Date(services.clock.now()).toISOString(),
}));

/** Returns those of the user's grants that the schemas declare, except the menu ids of pages. */
function listActions(schemas: Schemas, grants: ReadonlySet<string>): string[] {
  const menus = new Set(schemas.pages.map(({ menu }) => menu));
  const named = new Set(listGrants(schemas).all);
  return [...grants].filter((grant) => named.has(grant) && !menus.has(grant));
}
