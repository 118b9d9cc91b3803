/**
 * Seals secrets at rest (authenticators, `x-sealed` fields, cursors) with AES-256-GCM, and signs what returns from outside. The keys are those of
 * the node's ring; each purpose has its own key, derived by HKDF-SHA256.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { Failure } from "./failure.ts";
import { FILE_KID, KEY_BYTES, parseKeyNumber, readKeyRing, type Key, type KeyRing } from "./key-ring.ts";

/** Purpose of a key. */
export type Purpose = "seal" | "cursor" | "code" | "device" | "work" | "receipt" | "card";

/** How a digest is written: 64 hexadecimal digits, or 22 characters of base64url. */
export type DigestForm = "hex" | "short";

/** Keys of the server, used and never shown. */
export interface Seal {
  /** Id of the key that seals. */
  kid: string;
  /** Ids of every key that opens. */
  kids: readonly string[];
  /**
   * Seals a tenant's secret as `v1.<kid>.<base64url(iv|ct|tag)>`; it opens only with the same `about` (`entity|field|tenant|record`) and purpose
   * (default `seal`).
   */
  sealValue(tenant: string, about: string, secret: string, purpose?: Purpose): string;
  /**
   * Opens a sealed text, including the older form that does not name its key. @throws Failure `keyUnknown` for a key that this node lacks; Error for a text of
   * another place
   */
  openValue(tenant: string, about: string, sealed: string, purpose?: Purpose): string;
  /** Returns whether a text has the form of a sealed one. */
  isSealed(text: string): boolean;
  /** Returns the keyed digest of a text, which names its key: `k2:…`, or bare for `k0`. */
  sign(purpose: Purpose, text: string, form?: DigestForm): string;
  /** Returns the digest by each key, to find a stored one. */
  signByEach(purpose: Purpose, text: string, form?: DigestForm): string[];
  /** Returns whether a digest is the text's. @throws Failure `keyUnknown` for one by a key that this node lacks */
  verify(purpose: Purpose, text: string, digest: string, form?: DigestForm): boolean;
  /** Returns a key that stays the same when another key is put first: of the oldest key of the ring. */
  getLastingKey(purpose: Purpose): Buffer;
}

/** Returns the seal of a node: of `KEYS` and of the data folder's key. @throws Error without a key */
export const sealFor = (dataDir: string, keys?: KeyRing): Seal => createSeal(readKeyRing(dataDir, keys));

const SEALED = /^v1\.(\w+)\.([A-Za-z0-9_-]{38,})$/;
const SIGNED = /^(?:(k\d+):)?([\w-]+)$/;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Derived keys that are remembered. */
const MOST_DERIVED = 10_000;

/** Returns the seal of a ring. */
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

/** Returns the derivation of purpose keys, which remembers them. */
function createDerivation(): Derive {
  const known = new Map<string, Buffer>();
  return ({ kid, key }, purpose, tenant) => {
    const name = `${kid}|${purpose}|${tenant}`;
    const found = known.get(name);
    if (found) return found;
    const made = Buffer.from(hkdfSync("sha256", key, "", `portolan|${purpose}|${tenant}`, KEY_BYTES));
    if (known.size >= MOST_DERIVED) known.clear();
    known.set(name, made);
    return made;
  };
}

/** Returns the key of digests. `k0` signs without derivation, as it did before purposes had keys: older recovery codes and known browsers stay valid. */
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

/** Opens the older form of a sealed text, which does not name its key: base64 of iv, tag and text. @throws Error for another */
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
