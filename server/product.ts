/** What a product adds to the server. Types only: `start.ts` composes both and imports no product. */
import type { FastifyBaseLogger, FastifyPluginAsync } from "fastify";
import type { Row } from "../src/engine/index.ts";
import type { AccessRule } from "./core/access.ts";
import type { Clock } from "./core/clock.ts";
import type { Seal } from "./core/seal.ts";
import type { FileStore } from "./files/port.ts";
import type { CommitHooks } from "./http/call.ts";
import type { StoredGauge } from "./http/gauges.ts";
import type { Lane } from "./jobs/lane.ts";
import type { JobHandler } from "./jobs/worker.ts";
import type { LifecycleContext, Vocabulary } from "./lifecycle/context.ts";
import type { RouteOptions } from "./routes.ts";
import type { Schemas } from "./schemas/read.ts";
import type { Services } from "./services.ts";
import type { CookieNames } from "./session/cookies.ts";
import type { VisitorOptions } from "./session/visitor.ts";
import type { Database } from "./store/database.ts";
import type { RowSources } from "./store/read-records.ts";

/**
 * A product: keywords, tables and handlers. `S`: services of its handlers; `P`: result of `open`.
 * @example const issues: Product = { vocabulary: coreVocabulary, handlers: {}, open: async () => ({ extend: (services) => services }) };
 */
export interface Product<S extends Services = Services, P extends Parts<S> = Parts<S>> extends RouteOptions<S> {
  /** Executes the words of its schemas. */
  vocabulary: Vocabulary;
  /** The user who acts in public calls. Absent: such calls have no actor, and users sign in. */
  visitor?: VisitorOptions;
  /** Path of the page that the bare address opens for a signed-in user. Default: `/`. */
  home?: string;
  /** Names of the session's readable cookies. Default: `COOKIE_NAMES`. */
  cookies?: CookieNames;
  /** Returns the access level that a user's status gives. Default: the dialect's weakest, so that a product without the rule opens nothing. */
  getAccessLevel?: AccessRule["getAccessLevel"];
  /** Statements of its own tables; they run after those of the server. Only ever added to. */
  tables?: readonly string[];
  /** Lanes of its jobs, beside those of the server. */
  lanes?: readonly Lane[];
  /** Sources of entities without a table. */
  rowSources?: RowSources;
  /** Refuses schemas that it cannot serve: at the start before anything is changed, and whenever schemas are replaced. @throws Error that says why */
  checkSchemas?(schemas: Schemas): Promise<void>;
  /** Migrates stored data that SQL alone cannot migrate. Returns one line for each change. */
  upgrade?(db: Database, schemas: Schemas): Promise<readonly string[]>;
  /** Opens its parts on the migrated database, before the app is built. */
  open(host: Host): Promise<P>;
}

/** Context in which the parts of a product are opened. */
export interface Host {
  db: Database;
  /** Folder of files and keys. */
  dataDir: string;
  /** Uploaded files. */
  files: FileStore;
  seal: Seal;
  /** Returns the schemas in use; development replaces them, so ask each time. */
  schemas(): Schemas;
  /** Notifies the job worker; call it after the commit that added a job. */
  wake(): void;
  /** Drops cached users of sessions. */
  forget(): void;
}

/** Parts of a running product. */
export interface Parts<S extends Services = Services> {
  /** Default: the machine's clock. */
  clock?: Clock | undefined;
  /** Adds the product's services to the server's and returns the same object. */
  extend(services: Services): S;
  /** Returns the handlers of its jobs by name, besides the server's own. */
  jobs?(context: LifecycleContext): Readonly<Record<string, JobHandler>>;
  /** Routes of its own, outside of `/api`. */
  plugins?: readonly FastifyPluginAsync[] | undefined;
  /** Runs around the commit of mutating calls. */
  hooks?: CommitHooks | undefined;
  /** Measurements of the product, read at each scrape of `/metrics`. */
  gauges?: readonly StoredGauge[] | undefined;
  /** Server facts embedded in each page, in `<meta name="portal">`. */
  about?: Row | undefined;
  /** Starts background work, when the server is ready to listen. */
  start?(log: FastifyBaseLogger): void;
  /** Runs after changed schemas have been taken into use. */
  onSchemas?(): Promise<void>;
  /** Ends waiting responses; runs before the server closes. */
  release?(): void;
  /** Stops background work, after the server has closed. */
  stop?(): Promise<void>;
}
