import { assertPresent } from "../../core/required.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries } from "../../store/database.ts";
import type { Stored } from "../../lifecycle/context.ts";
import { buildSoleId } from "../../lifecycle/order-number.ts";
import { load } from "../../lifecycle/store.ts";

/** Returns the merchant's application for certification, or undefined if there is none. */
export async function findApplication(
  { db, schemas }: { db: Queries; schemas: Schemas },
  tenant: string,
): Promise<Stored | undefined> {
  const entity = schemas.entity("onboarding");
  return load(db, entity, tenant, assertPresent(buildSoleId(entity, tenant), "the id of the application"));
}
