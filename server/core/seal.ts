/**
 * Seals secrets at rest (such as authenticator secrets and `x-sealed` fields), list cursors and device cookies with
 * AES-256-GCM, and signs values that clients send back. Each purpose has a separate key, derived from the node's key
 * ring by HKDF-SHA256, except that `k0` signs without derivation.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { Failure } from "./failure.ts";
import { FILE_KID, KEY_BYTES, parseKeyNumber, readKeyRing, type Key, type KeyRing } from "./key-ring.ts";

export type Purpose = "seal" | "cursor" | "code" | "device" | "work" | "receipt" | "card" | "frozen";

/** Encoding of a digest: 64 hexadecimal digits, or 22 characters of base64url. */
export type DigestForm = "hex" | "short";

/** Seals, opens and signs with the server's keys without exposing them. */
export interface Seal {
  /** Id of the key that new values are sealed with. */
  kid: string;
  /** Ids of the keys that can open sealed values. */
  kids: readonly string[];
  /**
   * Seals a tenant's secret as `v1.<kid>.<base64url(iv|ct|tag)>`. Opening it requires the same `about`
   * (`entity|field|tenant|record`) and purpose (default: `seal`).
   */
  sealValue(tenant: string, about: string, secret: string, purpose?: Purpose): string;
  /**
   * Opens a sealed value, including the older form without a key id.
   *
   * @throws Failure `keyUnknown` when this node lacks the key, Error when the value was altered or was sealed for
   * another tenant, purpose or `about`, to which the older form is not bound
   */
  openValue(tenant: string, about: string, sealed: string, purpose?: Purpose): string;
  /** Returns whether a string has the form of a sealed value with a key id. */
  isSealed(text: string): boolean;
  /** Returns the keyed digest of a string, prefixed with the key id: `k2:…`. A digest by `k0` has no prefix. */
  sign(purpose: Purpose, text: string, form?: DigestForm): string;
  /** Returns the digests of a string by every key, to find a digest that an older key may have created. */
  signByEach(purpose: Purpose, text: string, form?: DigestForm): string[];
  /** Returns whether the digest matches the string. @throws Failure `keyUnknown` when this node lacks the key */
  verify(purpose: Purpose, text: string, digest: string, form?: DigestForm): boolean;
  /** Returns a key derived from the oldest key in the ring, so that it stays the same when keys are added. */
  getLastingKey(purpose: Purpose): Buffer;
}

/**
 * Creates the seal of a node from `KEYS` and the key file in the data folder.
 *
 * @throws Error when neither contains a key
 */
export const sealFor = (dataDir: string, keys?: KeyRing): Seal => createSeal(readKeyRing(dataDir, keys));

const SEALED = /^v1\.(\w+)\.([A-Za-z0-9_-]{38,})$/;
const SIGNED = /^(?:(k\d+):)?([\w-]+)$/;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const MAX_DERIVED = 10_000;

export function createSeal(ring: KeyRing): Seal {
  const [first] = ring;
  const derive = createDerivation();
  const find = (kid: string): Key => {
    const found = ring.find((key) => key.kid === kid);
    if (!found) throw new Failure("keyUnknown", { kid });
    return found;
  };
  const digest = (key: Key, purpose: Purpose, text: string, form: DigestForm = "hex") => {
    const mac = createHmac("sha256", deriveSigningKey(key, purpose, derive)).update(text);
    return form === "hex" ? mac.digest("hex") : mac.digest("base64url").slice(0, 22);
  };
  const signBy = (key: Key, purpose: Purpose, text: string, form?: DigestForm) =>
    `${key.kid === FILE_KID ? "" : `${key.kid}:`}${digest(key, purpose, text, form)}`;
  return {
    kid: first.kid,
    kids: ring.map(({ kid }) => kid),
    sealValue: (tenant, about, secret, purpose = "seal") =>
      `v1.${first.kid}.${encrypt(derive(first, purpose, tenant), about, secret)}`,
    openValue(tenant, about, sealed, purpose = "seal") {
      const [, kid, text = ""] = SEALED.exec(sealed) ?? [];
      if (kid === undefined) return openOld(find(FILE_KID).key, sealed);
      return decrypt(derive(find(kid), purpose, tenant), about, Buffer.from(text, "base64url"));
    },
    isSealed: (text) => SEALED.test(text),
    sign: (purpose, text, form) => signBy(first, purpose, text, form),
    signByEach: (purpose, text, form) => ring.map((key) => signBy(key, purpose, text, form)),
    verify(purpose, text, signed, form) {
      const [, kid = FILE_KID, given = ""] = SIGNED.exec(signed) ?? [];
      return isEqual(digest(find(kid), purpose, text, form), given);
    },
    getLastingKey(purpose) {
      const oldest = ring.reduce((old, key) => (parseKeyNumber(key.kid) < parseKeyNumber(old.kid) ? key : old));
      return deriveSigningKey(oldest, purpose, derive);
    },
  };
}

type Derive = (key: Key, purpose: Purpose, tenant: string) => Buffer;

/** Returns a function that derives and caches the key for a purpose and tenant. */
function createDerivation(): Derive {
  const cache = new Map<string, Buffer>();
  return ({ kid, key }, purpose, tenant) => {
    const name = `${kid}|${purpose}|${tenant}`;
    const found = cache.get(name);
    if (found) return found;
    const made = Buffer.from(hkdfSync("sha256", key, "", `portolan|${purpose}|${tenant}`, KEY_BYTES));
    if (cache.size >= MAX_DERIVED) cache.clear();
    cache.set(name, made);
    return made;
  };
}

/**
 * Returns the key for digests. `k0` signs without derivation, as it did before purposes existed, so that older recovery
 * codes and known browsers stay valid.
 */
const deriveSigningKey = (key: Key, purpose: Purpose, derive: Derive): Buffer =>
  key.kid === FILE_KID ? key.key : derive(key, purpose, "");

function encrypt(key: Buffer, about: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(about));
  return Buffer.concat([iv, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

function decrypt(key: Buffer, about: string, bytes: Buffer): string {
  const cipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(about))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([cipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), cipher.final()]).toString("utf8");
}

/**
 * Opens the older form of a sealed value, without a key id: base64 of iv, tag and ciphertext.
 *
 * @throws Error when it cannot be opened
 */
function openOld(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const cipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES));
  cipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), cipher.final()]).toString("utf8");
}

function isEqual(left: string, right: string): boolean {
  const [own, given] = [Buffer.from(left), Buffer.from(right)];
  return own.length === given.length && timingSafeEqual(own, given);
}
