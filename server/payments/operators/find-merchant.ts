import type { Queries } from "../../store/database.ts";

/**
 * Returns the id of a merchant, given that id or the sign-in name of one of its users. Returns undefined if there is
 * none.
 */
export async function findMerchantId(db: Queries, text: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    "SELECT id FROM merchant WHERE id = $1 UNION ALL SELECT m FROM portal_user WHERE username = $1 LIMIT 1",
    [text],
  );
  return row?.id;
}
