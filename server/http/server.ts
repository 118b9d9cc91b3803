import type { AccessRule } from "../core/access.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Seal } from "../core/seal.ts";
import type { CookieNames } from "../session/cookies.ts";
import type { Services } from "./services.ts";
import type { Session, Sessions } from "../session/sessions.ts";
import type { Database } from "../store/database.ts";
import type { CallTable, CommitHooks } from "./call.ts";
import type { ReadReadiness } from "./health.ts";

/** State of the HTTP layer. */
export interface HttpServer {
  /** The same object that the handlers use, so that replacing a service replaces it for both. */
  services: { db: Database; schemas: Schemas; seal: Seal; sessions: Sessions } & Pick<AccessRule, "getAccessLevel"> &
    Pick<Services, "product" | "onOrderAltered">;
  table(): CallTable;
  /** Whether clients connect over TLS, so that cookies are `Secure`. */
  secure: boolean;
  /** Names of the session's readable cookies. */
  cookies: CookieNames;
  /** Origin by which browsers reach the server behind a proxy. */
  publicOrigin?: string;
  hooks?: CommitHooks;
  /** Reads the product's parts of `/readyz`. */
  readReadiness?: ReadReadiness;
  /** Session that public calls run under. If omitted, they have no actor. */
  visitor?: Session;
}

declare module "fastify" {
  interface FastifyInstance {
    http: HttpServer;
    /** Number of Content-Security-Policy violations reported since startup. */
    cspReports: { count: number };
    /**
     * Shutdown phase. `soon`: calls are accepted while `/readyz` sends new ones elsewhere. `now`: calls are refused and
     * running ones finish.
     */
    leaving: "no" | "soon" | "now";
  }
}
