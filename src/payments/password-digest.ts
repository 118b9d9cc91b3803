/** Password hashing in the browser, so that the plain password is never sent (specification V29). */
import { sha256 } from "@noble/hashes/sha2.js";

/** Returns base64(SHA-256("mp1|login|" or "mp1|pay|" + NFC(password))): 44 characters, identical on every device. */
export function digestPassword(use: string, password: string): string {
  const bytes = sha256(new TextEncoder().encode(`mp1|${use}|${password.normalize("NFC")}`));
  return btoa(String.fromCharCode(...bytes));
}
