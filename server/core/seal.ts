/** Seals secrets at rest (TOTP seeds, `x-sealed` fields) with AES-256-GCM; the key is a file of the data folder that only its owner may read. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Seal {
  /** Key of signatures; never leaves the server. */
  key: Buffer;
  close(secret: string): string;
  open(sealed: string): string;
  /** Seals a tenant's secret as `v1.<kid>.<base64url(iv|ct|tag)>`; it opens only with the same `about` (`entity|field|tenant|record`). */
  sealValue(tenant: string, about: string, secret: string): string;
  /** Opens a sealed text. @throws Error for one of another place or key */
  openValue(tenant: string, about: string, sealed: string): string;
  /** Returns whether a text has the form of a sealed one. */
  isSealed(text: string): boolean;
}

/** Length of a key. */
export const KEY_BYTES = 32;
/** Returns the path of a data folder's key, which `key-check.ts` creates. */
export const keyPath = (dataDir: string): string => join(dataDir, "keys", "seal");

/** Returns the seal of the data folder's key. @throws Error without a key */
export const sealFor = (dataDir: string): Seal => createSeal(readFileSync(keyPath(dataDir)));

/** Key id of `keys/seal`. */
const KID = "k0";
const SEALED = /^v1\.(\w+)\.([A-Za-z0-9_-]{38,})$/;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Returns the seal of a key. `open` and `openValue` throw for texts of another key. */
export function createSeal(key: Buffer): Seal {
  const own = (tenant: string) => Buffer.from(hkdfSync("sha256", key, "", `portolan|seal|${tenant}`, KEY_BYTES));
  return {
    key,
    sealValue(tenant, about, secret) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", own(tenant), iv).setAAD(Buffer.from(about));
      const body = Buffer.concat([iv, cipher.update(secret, "utf8"), cipher.final()]);
      return `v1.${KID}.${Buffer.concat([body, cipher.getAuthTag()]).toString("base64url")}`;
    },
    openValue(tenant, about, sealed) {
      const [, kid, text = ""] = SEALED.exec(sealed) ?? [];
      if (kid !== KID) throw new Error(kid === undefined ? "not a sealed text" : `no key ${kid}`);
      const bytes = Buffer.from(text, "base64url");
      const cipher = createDecipheriv("aes-256-gcm", own(tenant), bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([cipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), cipher.final()]).toString("utf8");
    },
    isSealed: (text) => SEALED.test(text),
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
