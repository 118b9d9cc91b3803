import { Refused } from "../../cli/command.ts";
import type { Call } from "../../cli/actions.ts";
import type { Queries } from "../../store/database.ts";
import { getText } from "../cli-texts.ts";

/**
 * Returns the id of a merchant, given that id or the sign-in name of one of its users. Returns undefined if there is
 * none.
 */
export async function findMerchantId(db: Queries, text: string): Promise<string | undefined> {
  const [row] = await db.query(
    "SELECT id FROM merchant WHERE id = $1 UNION ALL SELECT m FROM portal_user WHERE username = $1 LIMIT 1",
    [text],
  );
  return row?.id;
}

/** Returns the id of the merchant that an argument names. @throws Refused when there is none */
export async function readMerchant({ db, lang }: Pick<Call, "db" | "lang">, who = ""): Promise<string> {
  const id = await findMerchantId(db, who);
  if (id === undefined) throw new Refused(getText(lang, "unknownMerchant", { who }));
  return id;
}
