/** Types for the parts that a product adds to the server. `start.ts` combines the two without importing a product. */
import type { FastifyBaseLogger, FastifyPluginAsync } from "fastify";
import type { Row } from "@portolan/engine";
import type { AccessRule } from "../core/access.ts";
import type { Clock } from "../core/clock.ts";
import type { Seal } from "../core/seal.ts";
import type { FileStore } from "../files/file-store.ts";
import type { CommitHooks } from "../http/call.ts";
import type { StoredGauge } from "../http/gauges.ts";
import type { ReadReadiness } from "../http/health.ts";
import type { Lane } from "../jobs/lane.ts";
import type { JobHandler } from "../jobs/worker.ts";
import type { LifecycleContext, Vocabulary } from "../lifecycle/context.ts";
import type { RouteOptions } from "./routes.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { ProductFacts, Services } from "../http/services.ts";
import type { CookieNames } from "../session/cookies.ts";
import type { VisitorOptions } from "../session/visitor.ts";
import type { Database } from "../store/database.ts";
import type { RowSources } from "../store/read-records.ts";

/**
 * A product: keywords, tables and handlers. `S` is the type of the services that its handlers receive, `P` the result
 * of `open`.
 *
 * @example
 * const issues: Product = { title: "Issues", vocabulary: coreVocabulary, handlers: {}, open: async () => ({ extend: (services) => services }) };
 */
export interface Product<S extends Services = Services, P extends Parts<S> = Parts<S>>
  extends RouteOptions<S>, ProductFacts {
  /** Executors and fact loaders for the keywords in its schemas. */
  vocabulary: Vocabulary;
  /** User that public calls act for. If omitted, these calls have no actor, and users sign in. */
  visitor?: VisitorOptions;
  /** Path of the page that `/` opens for a signed-in user. Default: `/`. */
  home?: string;
  /** Names of the session's readable cookies. Default: `COOKIE_NAMES`. */
  cookies?: CookieNames;
  /** Returns the access level for a user's status. Default: the level above that of visitors for every status. */
  getAccessLevel?: AccessRule["getAccessLevel"];
  /** Statements that create its own tables, run after those of the server. Existing statements must not change. */
  tables?: readonly string[];
  /** Lanes of its jobs, in addition to those of the server. */
  lanes?: readonly Lane[];
  /** Sources of entities without a table. */
  rowSources?: RowSources;
  /**
   * Rejects schemas that it cannot serve: at startup before anything is changed, and whenever schemas are replaced.
   * @throws Error with the reason
   */
  checkSchemas?(schemas: Schemas): Promise<void>;
  /** Migrates stored data that SQL alone cannot migrate. Returns one line per change. */
  upgrade?(db: Database, schemas: Schemas, options: UpgradeOptions): Promise<readonly string[]>;
  /** Opens the product's parts on the migrated database, before the app is built. */
  open(host: Host): Promise<P>;
}

/** How stored data is migrated. `isRolling`: nodes of another version are running, and write as before. */
export interface UpgradeOptions {
  seal: Seal;
  isRolling: boolean;
}

/** Context in which the parts of a product are opened. */
export interface Host {
  db: Database;
  /** Folder of uploaded files and keys. */
  dataDir: string;
  /** Store of uploaded files. */
  files: FileStore;
  seal: Seal;
  /** Returns the current schemas. Do not cache the result: development replaces them. */
  schemas(): Schemas;
  /** Notifies the job worker. Call it after the commit that added a job. */
  notifyWorker(): void;
  /** Discards cached sessions, so that changes of users take effect. */
  invalidateSessions(): void;
}

/** Parts of a running product. */
export interface Parts<S extends Services = Services> {
  /** The product's clock. Default: the system clock. */
  clock?: Clock | undefined;
  /** Adds the product's services to the server's and returns the same object. */
  extend(services: Services): S;
  /** Returns the handlers of its jobs by name, in addition to the server's. */
  jobs?(context: LifecycleContext): Readonly<Record<string, JobHandler>>;
  /** Additional routes outside `/api`. */
  plugins?: readonly FastifyPluginAsync[] | undefined;
  /** Hooks that run around the commit of a mutating call. */
  hooks?: CommitHooks | undefined;
  /** Reads the product's parts of `/readyz`, at each probe. If omitted, the server's own parts decide. */
  readReadiness?: ReadReadiness | undefined;
  /** Gauges of the product, read at each scrape of `/metrics`. */
  gauges?: readonly StoredGauge[] | undefined;
  /** Information about the server, embedded in each page as `<meta name="portal">`. */
  about?: Row | undefined;
  /** Starts background work once the server is ready to listen. Not called on a `web` node. */
  start?(log: FastifyBaseLogger): void;
  /** Runs after changed schemas have been loaded. */
  onSchemas?(): Promise<void>;
  /** Ends long-running responses. Runs before the server closes. */
  release?(): void;
  /** Stops background work. Runs after the server has closed. */
  stop?(): Promise<void>;
}
