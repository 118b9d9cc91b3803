/** Services that handlers use. Types only: `app.ts` creates the object. */
import type { Lang } from "@portolan/engine";
import type { AccessRule } from "../core/access.ts";
import type { Clock } from "../core/clock.ts";
import type { ExportQueue } from "../export/export-queue.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Vocabulary } from "../lifecycle/context.ts";
import type { OrderAltered } from "../lifecycle/frozen.ts";
import type { OwnDocuments } from "../records/check-document.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Seal } from "../core/seal.ts";
import type { Roles } from "../session/roles.ts";
import type { Sessions } from "../session/sessions.ts";
import type { Database, Queries } from "../store/database.ts";
import type { RowSources } from "../store/read-records.ts";
import type { Replica } from "../store/replica.ts";

/** What the server itself reads of the product that it serves. */
export interface ProductFacts {
  /** Name of the product, such as in its API document. */
  title: string;
  /** What the product does, for its API document, by language. */
  description?: Readonly<Record<Lang, string>> | undefined;
  /** Grants of users by role: menu ids of pages, and grants of actions. Default: no roles. */
  roles?: Roles | undefined;
}

/** Services for the handlers of every product. Other modules declare only those that they need. */
export interface Services extends Pick<AccessRule, "getAccessLevel"> {
  db: Database;
  /** Replica for reading lists and exports, if there is one. */
  replica?: Pick<Replica, "find"> | undefined;
  /** Current schemas, replaced as a whole when they change. */
  schemas: Schemas;
  clock: Clock;
  seal: Seal;
  sessions: Sessions;
  product: ProductFacts;
  exports: ExportQueue;
  rowSources?: RowSources;
  /** Fields that the check codes of the product's own documents cover, by entity. */
  documents?: OwnDocuments;
  files: FileStore;
  /** Notifies the job worker. Call it after the commit that added a job. */
  notifyWorker?: () => void;
  vocabulary: Vocabulary;
  /** Runs after a call was refused because an order was changed outside of events. */
  onOrderAltered?(refusal: OrderAltered): Promise<void>;
  /** Runs in the transaction that registers a tenant. */
  onTenantRegistered?(tx: Queries, tenant: string): Promise<void>;
}
