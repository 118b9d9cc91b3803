/** Seals secrets at rest (TOTP seeds) with AES-256-GCM; the key is a file of the data folder that only its owner may read. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Seal {
  /** For signatures: never leaves the server. */
  key: Buffer;
  close(secret: string): string;
  open(sealed: string): string;
}

/** Reads the key of `dataDir`, or makes it. */
export function sealFor(dataDir: string): Seal {
  const key = keyOf(join(dataDir, "keys", "seal"));
  return {
    key,
    close(secret) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64");
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, "base64");
      const cipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
      cipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString("utf8");
    },
  };
}

function keyOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // `wx`: of two first starts one makes the key and both read it.
    try {
      writeFileSync(path, randomBytes(32), { mode: 0o600, flag: "wx" });
      chmodSync(path, 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    return readFileSync(path);
  }
}
