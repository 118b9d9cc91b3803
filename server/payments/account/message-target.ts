import type { CallBody } from "@portolan/engine";
import type { CallContext } from "../../calls/handler.ts";
import { createFieldFailure } from "../../calls/account-steps.ts";
import type { Target } from "../../session/mail.ts";
import type { PortalUser } from "../../session/users.ts";

/**
 * Returns the recipient of a user's codes. `verifyType` 1: email, 2: phone. Source: specification 3.
 *
 * @throws Failure at the field when the user has no phone
 */
export function findMessageTarget(
  call: Pick<CallContext, "lang"> & { body: Pick<CallBody<"payCode">, "verifyType"> },
  user: PortalUser,
): Target {
  if (call.body.verifyType !== "2") return { channel: "mail", address: user.username, tenant: user.tenant };
  if (!user.phone) throw createFieldFailure(call, "verifyType", "noPhone");
  return { channel: "sms", address: user.phone, tenant: user.tenant };
}
