import { findMerchantId as findId } from "../operators/find-merchant.ts";
import type { Queries } from "../../store/database.ts";
import { UsageError } from "../../sandbox/operator-command.ts";

/**
 * Returns the id of a merchant, given that id or the sign-in name of one of its users.
 *
 * @throws UsageError when there is none
 */
export async function findMerchantId(db: Queries, text: string): Promise<string> {
  const id = await findId(db, text);
  if (id === undefined) throw new UsageError(`no merchant or user ${text}`);
  return id;
}
