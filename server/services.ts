/** What handlers use of the server. Types only; `app.ts` builds the object. */
import type { AccessRule } from "./core/access.ts";
import type { Clock } from "./core/clock.ts";
import type { ExportQueue } from "./export/export-queue.ts";
import type { FileStore } from "./files/port.ts";
import type { Vocabulary } from "./lifecycle/context.ts";
import type { OwnPapers } from "./records/check-paper.ts";
import type { Schemas } from "./schemas/read.ts";
import type { Seal } from "./core/seal.ts";
import type { Sessions } from "./session/sessions.ts";
import type { Database, Queries } from "./store/database.ts";
import type { RowSources } from "./store/read-records.ts";
import type { Replica } from "./store/replica.ts";

/** Parts of the server that handlers of every product get. Lower rooms declare the few that they need. */
export interface Services extends Pick<AccessRule, "getAccessLevel"> {
  db: Database;
  /** A replica that lists and exports may be read from; absent where there is none. */
  replica?: Pick<Replica, "find"> | undefined;
  /** The schemas in use; replaced as a whole when they change. */
  schemas: Schemas;
  /** The product's clock. */
  clock: Clock;
  /** Seals secrets and signs cursors. */
  seal: Seal;
  sessions: Sessions;
  /** Queue of running exports. */
  exports: ExportQueue;
  /** Sources of entities without a table. */
  rowSources?: RowSources;
  /** Fields that the check codes of the product's own papers cover, by entity. */
  papers?: OwnPapers;
  /** Uploaded files. */
  files: FileStore;
  /** Notifies the job worker; call it after the commit that added a job. */
  notifyWorker?: () => void;
  /** Executes the words of the schemas. */
  vocabulary: Vocabulary;
  /** Runs in the transaction that registers a tenant. */
  onTenantRegistered?(tx: Queries, tenant: string): Promise<void>;
}
