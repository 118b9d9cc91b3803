import { createHmac } from "node:crypto";
import type { Sign } from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import type { RecordServices } from "./services.ts";

/**
 * Returns a function that signs the cursors of one tenant, so that forged cursors and those of other tenants are
 * rejected.
 */
export const createSigner =
  ({ seal }: Pick<RecordServices, "seal">, tenant: string): Sign =>
  (text) =>
    createHmac("sha256", seal.getLastingKey("cursor"))
      .update(`cursor|${tenant}|${text}`)
      .digest("base64url")
      .slice(0, 22);

/** Seals a cursor, because it contains the values by which the list is sorted, including masked ones. */
export const closeCursor = ({ seal }: Pick<RecordServices, "seal">, tenant: string, cursor: string): string =>
  seal.sealValue(tenant, "cursor", cursor, "cursor");

/**
 * Opens a cursor received from a client. Returns an empty string, which is not a valid position, if the cursor is
 * invalid.
 *
 * @throws Failure `keyUnknown` when this node lacks the key
 */
export function openPlainCursor({ seal }: Pick<RecordServices, "seal">, tenant: string, text: string): string {
  if (!seal.isSealed(text)) return "";
  try {
    return seal.openValue(tenant, "cursor", text, "cursor");
  } catch (error) {
    if (error instanceof Failure) throw error;
    return "";
  }
}
