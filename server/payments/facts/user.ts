import type { FactLoader } from "../../lifecycle/context.ts";
import { findUserById } from "../../session/users.ts";

/** Loads the signed-in user and the merchant's certification; undefined for the clock and for providers. */
export const user: FactLoader = async ({ db, vocabulary, actor }) => {
  const found = actor.userId === undefined ? undefined : await findUserById({ db, vocabulary }, actor.userId);
  if (!found) return undefined;
  return {
    userId: found.id,
    merId: actor.tenant,
    name: found.name,
    username: found.username,
    merName: found.tenantName,
    ...(found.tenantNameEn ? { merNameEn: found.tenantNameEn } : {}),
    userStatus: found.userStatus,
    certified: found.userStatus === 1,
    payPasswordSet: found.payHash !== null,
    googleAuth: found.totpSecret !== null,
  };
};
