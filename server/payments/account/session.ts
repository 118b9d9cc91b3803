import { readUserStatus } from "../accounts.ts";
import type { CallResponse } from "@portolan/engine";
import type { PortalUser } from "../../session/users.ts";

/** Returns the response of the calls that open a session. Source: specification 3. */
export const describeSession = ({ token, user }: { token: string; user: PortalUser }): CallResponse<"register"> => ({
  token,
  merId: user.tenant,
  userId: user.id,
  userStatus: readUserStatus(user.userStatus),
  username: user.username,
});
