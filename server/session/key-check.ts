/**
 * Checks that this node's keys match the database. All nodes of a database must have the same key ring. Otherwise,
 * codes, authenticators and cursors of other nodes would be rejected, and values derived from a key, such as the
 * simulated card numbers, would differ between nodes.
 */
import { createHmac, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Lang } from "@portolan/engine";
import { DatabaseError, type Database, type Queries } from "../store/database.ts";
import { FILE_KID, KEY_BYTES, getKeyPath, readKeys, type Key, type KeyRing } from "../core/key-ring.ts";
import { createSeal } from "../core/seal.ts";
import { openTotpSecret } from "./totp.ts";

/** SQLSTATE `undefined_table`. */
const NO_TABLE = "42P01";

type Reason = "other" | "otherOfRing" | "missing" | "lacking" | "damaged";
const TEXTS: Record<Lang, Record<Reason, (path: string, here: string, there: string) => string>> = {
  en: {
    other: (path, here, there) =>
      `This node has another key than the database: ${path} has the fingerprint ${here}, the database was first used with ${there}.\n  Every node of a database needs the same key: copy keys/seal from the DATA_DIR of a node that works to ${path}. Or DATABASE_URL names the wrong database.`,
    otherOfRing: (kid, here, there) =>
      `This node has another key than the database: ${kid} in KEYS has the fingerprint ${here}, the database was first used with ${there} under that id.\n  Every node of a database needs the same KEYS (k0 may be the file keys/seal); give a new key an id of its own. Or DATABASE_URL names the wrong database.`,
    lacking: (path, kid, there) =>
      `This node lacks a key of the database: ${kid} (its fingerprint is ${there}).\n  Add it to KEYS after the key that seals, or, if it is k0, copy keys/seal from the DATA_DIR of a node that works to ${path}. \`portolan keys reseal\` makes an old key unnecessary.`,
    missing: (path, _here, there) =>
      `The database is in use already and this node has no key: ${path} is missing${there && ` (its fingerprint is ${there})`}.\n  Copy keys/seal from the DATA_DIR of a node that works, or from the backup of the keys, to ${path}. No new key was made: nothing that was sealed would open.`,
    damaged: (path, here) =>
      `${path} is no key: it has ${here} bytes, a key has ${KEY_BYTES}.\n  Copy keys/seal from the DATA_DIR of a node that works, or from the backup of the keys.`,
  },
  zh: {
    other: (path, here, there) =>
      `本节点的密钥与数据库不符：${path} 的指纹是 ${here}，而数据库最初使用的是 ${there}。\n  同一数据库的所有节点必须用同一把密钥：请把正常节点 DATA_DIR 里的 keys/seal 复制到 ${path}。或者是 DATABASE_URL 指错了数据库。`,
    otherOfRing: (kid, here, there) =>
      `本节点的密钥与数据库不符：KEYS 里 ${kid} 的指纹是 ${here}，而数据库最初以该编号使用的是 ${there}。\n  同一数据库的所有节点必须用相同的 KEYS（k0 也可以是文件 keys/seal）；新密钥请用新编号。或者是 DATABASE_URL 指错了数据库。`,
    lacking: (path, kid, there) =>
      `本节点缺少数据库用过的密钥：${kid}（指纹为 ${there}）。\n  请把它加到 KEYS 里加密用的密钥之后；如果是 k0，也可以把正常节点 DATA_DIR 里的 keys/seal 复制到 ${path}。用 portolan keys reseal 重新加密之后，就不再需要旧密钥。`,
    missing: (path, _here, there) =>
      `数据库已在使用，但本节点没有密钥：缺少 ${path}${there && `（指纹为 ${there}）`}。\n  请把正常节点 DATA_DIR 里的 keys/seal，或密钥备份，复制到 ${path}。没有生成新密钥：否则已加密的内容都打不开。`,
    damaged: (path, here) =>
      `${path} 不是密钥：有 ${here} 个字节，密钥应为 ${KEY_BYTES} 个。\n  请从正常节点的 DATA_DIR 或密钥备份复制 keys/seal。`,
  },
};

/**
 * Thrown when the keys do not match the database, or are missing or damaged. `message` is in English, `text` in both
 * languages. Both describe the fix.
 */
export class KeyRefused extends Error {
  override readonly name = "KeyRefused";
  constructor(
    private readonly reason: Reason,
    private readonly about: readonly [path: string, here: string, there: string],
  ) {
    super(TEXTS.en[reason](...about));
  }
  text(lang: Lang): string {
    return TEXTS[lang][this.reason](...this.about);
  }
}

/**
 * Returns a fingerprint of a key that can be published, because the key cannot be derived from its 16 hexadecimal
 * digits.
 */
export function computeFingerprint(key: Buffer): string {
  return createHmac("sha256", key).update("portolan|fingerprint").digest("hex").slice(0, 16);
}

/**
 * Asserts that this node's keys match the database: each is registered under its id, and no registered key that still
 * seals values is missing. The first node creates the key file if it has no key, and registers its keys. Later keys are
 * added. A database of an earlier release registers the key that opens its sealed values. Otherwise nothing is changed.
 * The table `key_check` must exist (`prepareStore`).
 *
 * @throws KeyRefused when the keys are missing or damaged, or do not match
 */
export async function checkKey(db: Database, dataDir: string, keys?: KeyRing): Promise<void> {
  const path = getKeyPath(dataDir);
  let stored = await readKnownKeys(db);
  let own = false;
  if (!keys && !existsSync(path)) {
    if (stored.size > 0 || (await isUsed(db)))
      throw new KeyRefused("missing", [path, "", stored.get(FILE_KID)?.fingerprint ?? ""]);
    own = makeKey(path);
  }
  const ring = readKeys(dataDir, keys);
  const refuse = (refused: KeyRefused | undefined) => {
    if (!refused) return;
    if (own) rmSync(path, { force: true });
    throw refused;
  };
  refuse(findRefusal(ring, stored, path));
  if (stored.size === 0 && !(await canOpenSealed(db, ring)))
    refuse(new KeyRefused("other", [path, ring.map(({ key }) => computeFingerprint(key)).join(", "), "?"]));
  if (!(await register(db, ring, stored))) return;
  // Check again, because another node may have registered its keys first.
  stored = await readKnownKeys(db);
  refuse(findRefusal(ring, stored, path));
}

/**
 * Registers keys that are new to the database, and records that the first key is in use. Returns whether any key was
 * new.
 */
async function register(db: Database, ring: readonly Key[], stored: ReadonlyMap<string, KnownKey>): Promise<boolean> {
  const [first] = ring;
  if (first && stored.get(first.kid)?.isDropped) await db.query("DELETE FROM key_dropped WHERE kid = $1", [first.kid]);
  const fresh = ring.filter(({ kid }) => !stored.has(kid));
  const now = new Date().toISOString();
  for (const { kid, key } of fresh) {
    // A new key after the first one has sealed nothing yet. Mark it as dropped, so that other nodes may still lack it.
    if (stored.size > 0 && kid !== first?.kid)
      await db.query("INSERT INTO key_dropped (kid, at) VALUES ($1, $2) ON CONFLICT (kid) DO NOTHING", [kid, now]);
    await db.query(
      "INSERT INTO key_check (kid, fingerprint, created_at) VALUES ($1, $2, $3) ON CONFLICT (kid) DO NOTHING",
      [kid, computeFingerprint(key), now],
    );
  }
  return fresh.length > 0;
}

/**
 * Returns why this node's keys do not match the database, or undefined if they match or the database is unused. Changes
 * nothing.
 */
export async function inspectKey(db: Database, dataDir: string, keys?: KeyRing): Promise<KeyRefused | undefined> {
  const path = getKeyPath(dataDir);
  const stored = await readKnownKeys(db);
  const ring = readKeys(dataDir, keys);
  if (ring.length > 0) return findRefusal(ring, stored, path);
  return stored.size === 0 ? undefined : new KeyRefused("missing", [path, "", stored.get(FILE_KID)?.fingerprint ?? ""]);
}

/** A key with which the database has been used. */
export interface KnownKey {
  fingerprint: string;
  /** Whether no stored value is sealed with it, so that a node may lack it. */
  isDropped: boolean;
}

/** Returns the keys with which the database has been used, by id, or an empty map for a database without tables. */
export async function readKnownKeys(db: Queries): Promise<Map<string, KnownKey>> {
  const rows = await readIfThere(db.query("SELECT kid, fingerprint FROM key_check"));
  const dropped = await readIfThere(db.query("SELECT kid FROM key_dropped"));
  return new Map(
    rows.map(({ kid, fingerprint }) => [kid, { fingerprint, isDropped: dropped.some((item) => item.kid === kid) }]),
  );
}

/** Returns the rows of a query, or an empty array if its table does not exist. */
const readIfThere = <R>(rows: Promise<R[]>): Promise<R[]> =>
  rows.catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === NO_TABLE) return [];
    throw error;
  });

/** Returns why a node's keys do not match those in the database, or undefined if they match. */
function findRefusal(
  ring: readonly Key[],
  stored: ReadonlyMap<string, KnownKey>,
  path: string,
): KeyRefused | undefined {
  for (const { kid, key } of ring) {
    const isFile = kid === FILE_KID;
    if (key.length !== KEY_BYTES) return new KeyRefused("damaged", [path, String(key.length), ""]);
    const [here, there] = [computeFingerprint(key), stored.get(kid)?.fingerprint];
    if (there !== undefined && there !== here)
      return new KeyRefused(isFile ? "other" : "otherOfRing", [isFile ? path : kid, here, there]);
  }
  for (const [kid, { fingerprint, isDropped }] of stored)
    if (!isDropped && !ring.some((key) => key.kid === kid)) return new KeyRefused("lacking", [path, kid, fingerprint]);
  return undefined;
}

async function isUsed(db: Database): Promise<boolean> {
  if (!(await hasTables(db))) return false;
  return (await db.query("SELECT id FROM portal_user LIMIT 1")).length > 0;
}

/** Returns whether the keys open a stored authenticator secret, or true if none is stored. */
async function canOpenSealed(db: Database, [first, ...rest]: readonly Key[]): Promise<boolean> {
  const [row] = (await hasTables(db))
    ? await db.query("SELECT id, totp_secret AS sealed FROM portal_user WHERE totp_secret IS NOT NULL LIMIT 1")
    : [];
  if (!row?.sealed) return true;
  try {
    if (first) openTotpSecret(createSeal([first, ...rest]), row.id, row.sealed);
    return first !== undefined;
  } catch {
    return false;
  }
}

const hasTables = async (db: Database) =>
  (await db.query("SELECT entity FROM schema_lock WHERE entity = '(base)'")).length > 0;

/**
 * Creates the key and returns whether this process did. If two processes start on the same folder, one of them creates
 * the key and both read it.
 */
function makeKey(path: string): boolean {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, randomBytes(KEY_BYTES), { mode: 0o600, flag: "wx" });
    chmodSync(path, 0o600);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    return false;
  }
}
