/**
 * Authorises a signed-in user for a call by access level, menu and grant. Records are restricted to the user's tenant
 * elsewhere.
 */
import type { Actor, ActorWord } from "../core/actor.ts";
import { hasAccess, type AccessRule } from "../core/access.ts";
import type { Caller } from "../core/caller.ts";
import { Failure } from "../core/failure.ts";
import type { Session } from "../session/sessions.ts";
import type { Route } from "./call.ts";

/** Asserts that the user may make the call. @throws Failure `authenticateFirst` (HTTP 303, M7), `notGranted` */
export function authorize(route: Route, { user }: Session, rule: AccessRule): void {
  if (!hasAccess(rule, route.call.access, user.userStatus)) throw new Failure("authenticateFirst");
  if (route.call.grant && !user.grants.has(route.call.grant)) throw new Failure("notGranted");
  if (route.menus.size > 0 && ![...route.menus].some((menu) => user.grants.has(menu))) throw new Failure("notGranted");
}

export function createActor({ user, sidHash }: Session, by: ActorWord, { lang, ip, traceId }: Required<Caller>): Actor {
  const { id, tenant, username, grants, userStatus } = user;
  return {
    by,
    tenant,
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
