import type { Actor } from "../core/actor.ts";
import type { RecordServices } from "../records/services.ts";

/** The user who imports, and what rows are validated against. */
export interface Importer {
  actor: Actor;
  services: Pick<RecordServices, "db" | "schemas" | "vocabulary" | "clock">;
}
