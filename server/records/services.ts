import type { Actor } from "../core/actor.ts";
import type { Clock } from "../core/clock.ts";
import type { Vocabulary } from "../lifecycle/context.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Seal } from "../core/seal.ts";
import type { Database } from "../store/database.ts";
import type { RowSources } from "../store/read-records.ts";

/** Dependencies for reading and writing records. */
export interface RecordServices {
  db: Database;
  schemas: Schemas;
  vocabulary: Vocabulary;
  clock: Clock;
  seal: Seal;
  rowSources?: RowSources;
}

/** The user who writes a record: the user of a call, or of a job on the user's behalf. */
export interface Writer {
  actor: Actor;
  services: Pick<RecordServices, "schemas" | "vocabulary" | "clock"> & { seal?: Seal | undefined };
}
