import type { Queries } from "../store/database.ts";
import { UsageError } from "./operator-command.ts";

/** Returns a merchant's id, by that id or by the sign-in name of one of its users. @throws UsageError when there is none */
export async function findMerchantId(db: Queries, text: string): Promise<string> {
  const [row] = await db.query(
    "SELECT id FROM merchant WHERE id = $1 UNION ALL SELECT m FROM portal_user WHERE username = $1 LIMIT 1",
    [text],
  );
  if (!row) throw new UsageError(`no merchant or user ${text}`);
  return row.id;
}
