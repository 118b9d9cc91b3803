/** The digest in whose form a password leaves the browser (specification V29). */
import { sha256 } from "@noble/hashes/sha2.js";

/** Returns base64(SHA-256("mp1|login|" or "mp1|pay|" + NFC(password))): 44 characters, the same on every device. */
export function digestPassword(use: string, password: string): string {
  const bytes = sha256(new TextEncoder().encode(`mp1|${use}|${password.normalize("NFC")}`));
  return btoa(String.fromCharCode(...bytes));
}
