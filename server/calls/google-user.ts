/**
 * GET /mer/googleAuth/getMerUser (C113): returns whether the second factor is enabled, and the number of unused
 * recovery codes.
 */
import { handler } from "./handler.ts";
import { countRecoveryCodes } from "../session/second-factor.ts";

export const googleUser = handler("googleUser", async ({ services, session: { user } }) => ({
  username: user.username,
  bound: user.totpSecret !== null,
  recoveryCodesLeft: user.totpSecret === null ? 0 : await countRecoveryCodes(services.db, user.id),
}));
