/** Authorises a signed-in user for a call: certification, menu and grant. The records of the call are selected by the user's merchant id. */
import type { Lang } from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import type { Session } from "../session/sessions.ts";
import type { Route } from "./call.ts";

/** userStatus of a certified merchant. Source: specification 4. */
const PASSED = 1;

/** Asserts that the user may make the call. @throws Failure `authenticateFirst` (HTTP 303, M7), `notGranted` */
export function authorize(route: Route, { user }: Session): void {
  if (route.call.access === "certified" && user.userStatus !== PASSED) throw new Failure("authenticateFirst");
  if (route.call.grant && !user.grants.has(route.call.grant)) throw new Failure("notGranted");
  if (route.menus.size > 0 && ![...route.menus].some((menu) => user.grants.has(menu))) throw new Failure("notGranted");
}

/** Returns the actor of a session. */
export function actorOf({ user, sidHash }: Session, lang: Lang, ip: string, traceId: string): Actor {
  const { id, merchantId, username, grants, userStatus } = user;
  return {
    by: "merchant",
    tenant: merchantId,
    userId: id,
    username,
    grants,
    userStatus,
    sessionId: sidHash,
    lang,
    ip,
    traceId,
  };
}
