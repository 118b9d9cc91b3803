import { createHmac } from "node:crypto";
import type { Sign } from "../../src/engine/index.ts";
import { Failure } from "../core/failure.ts";
import type { RecordServices } from "./services.ts";

/** Signs cursors for one tenant: another tenant's, or one made by hand, does not open. */
export const createSigner =
  ({ seal }: Pick<RecordServices, "seal">, tenant: string): Sign =>
  (text) =>
    createHmac("sha256", seal.getLastingKey("cursor"))
      .update(`cursor|${tenant}|${text}`)
      .digest("base64url")
      .slice(0, 22);

/** Encoded form of a cursor: it contains the values that the list is sorted by, masked ones included. */
export const closeCursor = ({ seal }: Pick<RecordServices, "seal">, tenant: string, cursor: string): string =>
  seal.sealValue(tenant, "cursor", cursor, "cursor");

/**
 * The cursor in a text that travelled; empty for any other text, which opens no place. @throws Failure `keyUnknown` for one by a key that this node
 * lacks
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
