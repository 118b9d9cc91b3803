/** Seals secrets at rest (TOTP seeds) with AES-256-GCM; the key is a file of the data folder that only its owner may read. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Seal {
  /** For signatures: never leaves the server. */
  key: Buffer;
  close(secret: string): string;
  open(sealed: string): string;
}

/** Length of a key. */
export const KEY_BYTES = 32;
/** Where the key of a data folder lies; `key-check.ts` makes it. */
export const keyPath = (dataDir: string): string => join(dataDir, "keys", "seal");

/** Seals with the key of `dataDir`. Throws where there is none. */
export const sealFor = (dataDir: string): Seal => sealOf(readFileSync(keyPath(dataDir)));

/** Seals with a key. `open` throws at what another key has sealed. */
export function sealOf(key: Buffer): Seal {
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
