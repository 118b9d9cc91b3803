import { randomInt } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Letters and digits that are not easily mistaken for one another. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** Writes a file that only its owner can read. */
export function writeSecret(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(path, 0o600);
}

/**
 * Returns the demo users' password and stores it in the data folder: the given one, else the stored one, else a new
 * one. `changed`: whether it differs from the one stored before.
 */
export function readPassword(dataDir: string, given: string | undefined): { password: string; changed: boolean } {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, "sandbox-password");
  const kept = existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
  const password =
    given ||
    kept ||
    Array.from({ length: 3 }, () =>
      Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(""),
    ).join("-");
  if (password !== kept) writeSecret(path, `${password}\n`);
  return { password, changed: password !== kept };
}
