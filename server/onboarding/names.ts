/** What a merchant is called, as rules and the signed-in person see it. */
import type { Row } from "../../src/engine/index.ts";
import { soleId } from "../lifecycle/number.ts";
import { load } from "../lifecycle/store.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Queries } from "../store/database.ts";

/** A merchant's names: as certified, and in Latin letters where its application has one. */
export async function namesOf(db: Queries, schemas: Schemas, m: string, name: string): Promise<Row> {
  const entity = schemas.entities.get("onboarding");
  const latin = entity && (await load(db, entity, m, soleId(entity, m)!))?.data["companyNameEn"];
  return { merName: name, ...(typeof latin === "string" ? { merNameEn: latin } : {}) };
}
