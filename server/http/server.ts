import type { AccessRule } from "../core/access.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Seal } from "../core/seal.ts";
import type { CookieNames } from "../session/cookies.ts";
import type { Session, Sessions } from "../session/sessions.ts";
import type { Database } from "../store/database.ts";
import type { CallTable, CommitHooks } from "./call.ts";

/** State of the HTTP layer. Services of handlers are bound to their routes. */
export interface HttpServer {
  /** Shared with the handlers, so that a replaced part is replaced for both. */
  services: { db: Database; schemas: Schemas; seal: Seal; sessions: Sessions } & Pick<AccessRule, "getAccessLevel">;
  /** The routes of the schemas in use. */
  table(): CallTable;
  /** Clients connect by TLS: cookies are `Secure`. */
  secure: boolean;
  /** Names of the session's readable cookies. */
  cookies: CookieNames;
  /** Address under which browsers reach the server behind a proxy. */
  publicOrigin?: string;
  hooks?: CommitHooks;
  /** Session of the user who acts in public calls; without it they have no actor. */
  visitor?: Session;
}

declare module "fastify" {
  interface FastifyInstance {
    http: HttpServer;
    /** Violations of the Content-Security-Policy that browsers reported since the start. */
    cspReports: { count: number };
    /** `soon`: calls are taken and `/readyz` sends them elsewhere; `now`: calls are refused, running ones end. */
    leaving: "no" | "soon" | "now";
  }
}
