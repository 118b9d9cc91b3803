/**
 * Whether this node's key is the database's. Every node of a database seals and signs with one key: with another, codes, authenticators and
 * cursors of the others would be refused, and a card would have two numbers.
 */
import { createHmac, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Lang } from "../../src/engine/index.ts";
import { DatabaseError, type Database } from "../store/database.ts";
import { KEY_BYTES, keyPath, createSeal } from "../core/seal.ts";

/** Name of the key in `keys/seal`. */
const KID = "k0";
/** SQLSTATE of a table that does not exist. */
const NO_TABLE = "42P01";

type Reason = "other" | "missing" | "damaged";
const WORDS: Record<Lang, Record<Reason, (path: string, here: string, there: string) => string>> = {
  en: {
    other: (path, here, there) =>
      `This node has another key than the database: ${path} has the fingerprint ${here}, the database was first used with ${there}.\n  Every node of a database needs the same key: copy keys/seal from the DATA_DIR of a node that works to ${path}. Or DATABASE_URL names the wrong database.`,
    missing: (path, _here, there) =>
      `The database is in use already and this node has no key: ${path} is missing${there && ` (its fingerprint is ${there})`}.\n  Copy keys/seal from the DATA_DIR of a node that works, or from the backup of the keys, to ${path}. No new key was made: nothing that was sealed would open.`,
    damaged: (path, here) =>
      `${path} is no key: it has ${here} bytes, a key has ${KEY_BYTES}.\n  Copy keys/seal from the DATA_DIR of a node that works, or from the backup of the keys.`,
  },
  zh: {
    other: (path, here, there) =>
      `本节点的密钥与数据库不符：${path} 的指纹是 ${here}，而数据库最初使用的是 ${there}。\n  同一数据库的所有节点必须用同一把密钥：请把正常节点 DATA_DIR 里的 keys/seal 复制到 ${path}。或者是 DATABASE_URL 指错了数据库。`,
    missing: (path, _here, there) =>
      `数据库已在使用，但本节点没有密钥：缺少 ${path}${there && `（指纹为 ${there}）`}。\n  请把正常节点 DATA_DIR 里的 keys/seal，或密钥备份，复制到 ${path}。没有生成新密钥：否则已加密的内容都打不开。`,
    damaged: (path, here) =>
      `${path} 不是密钥：有 ${here} 个字节，密钥应为 ${KEY_BYTES} 个。\n  请从正常节点的 DATA_DIR 或密钥备份复制 keys/seal。`,
  },
};

/** A start whose key does not fit its database. `message` is English, `text` either language; both say how to mend it. */
export class KeyRefused extends Error {
  override readonly name = "KeyRefused";
  constructor(
    private readonly reason: Reason,
    private readonly about: readonly [path: string, here: string, there: string],
  ) {
    super(WORDS.en[reason](...about));
  }
  text(lang: Lang): string {
    return WORDS[lang][this.reason](...this.about);
  }
}

/** What may be shown of a key: 16 hexadecimal digits that say nothing of it. */
export function computeFingerprint(key: Buffer): string {
  return createHmac("sha256", key).update("portolan|fingerprint").digest("hex").slice(0, 16);
}

/**
 * Asserts that the key in `dataDir` is the database's. The first node's key becomes it; a database of before takes over the key that opens
 * what it sealed. Throws `KeyRefused`, and changes nothing, where there is no key or another. `key_check` is there (`prepareStore`).
 */
export async function checkKey(db: Database, dataDir: string): Promise<void> {
  const path = keyPath(dataDir);
  const there = await storedFingerprint(db);
  if (!existsSync(path)) {
    if (there !== undefined || (await isUsed(db))) throw new KeyRefused("missing", [path, "", there ?? ""]);
    const own = makeKey(path);
    await compare(db, path, own);
  } else await compare(db, path, false);
}

/** Returns why this node's key is not the database's; undefined when it is, and for a database that was never used. Changes nothing. */
export async function inspectKey(db: Database, dataDir: string): Promise<KeyRefused | undefined> {
  const path = keyPath(dataDir);
  const there = await storedFingerprint(db).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === NO_TABLE) return undefined;
    throw error;
  });
  if (!existsSync(path)) return there === undefined ? undefined : new KeyRefused("missing", [path, "", there]);
  const key = readFileSync(path);
  if (key.length !== KEY_BYTES) return new KeyRefused("damaged", [path, String(key.length), ""]);
  const here = computeFingerprint(key);
  return there === undefined || there === here ? undefined : new KeyRefused("other", [path, here, there]);
}

/** `own`: this start created the key; it is deleted when another node registered one first. */
async function compare(db: Database, path: string, own: boolean): Promise<void> {
  const key = readFileSync(path);
  if (key.length !== KEY_BYTES) throw new KeyRefused("damaged", [path, String(key.length), ""]);
  const here = computeFingerprint(key);
  let there = await storedFingerprint(db);
  if (there === undefined) {
    if (!(await opensSealed(db, key))) throw new KeyRefused("other", [path, here, "?"]);
    await db.query(
      "INSERT INTO key_check (kid, fingerprint, created_at) VALUES ($1, $2, $3) ON CONFLICT (kid) DO NOTHING",
      [KID, here, new Date().toISOString()],
    );
    there = await storedFingerprint(db);
  }
  if (there === here) return;
  if (own) rmSync(path, { force: true });
  throw new KeyRefused("other", [path, here, there ?? ""]);
}

async function storedFingerprint(db: Database): Promise<string | undefined> {
  const [row] = await db.query<{ fingerprint: string }>("SELECT fingerprint FROM key_check WHERE kid = $1", [KID]);
  return row?.fingerprint;
}

/** Returns whether the database has users. */
async function isUsed(db: Database): Promise<boolean> {
  if (!(await hasTables(db))) return false;
  return (await db.query("SELECT id FROM portal_user LIMIT 1")).length > 0;
}

/** Whether the key opens an authenticator's secret; true where none is stored. */
async function opensSealed(db: Database, key: Buffer): Promise<boolean> {
  const [row] = (await hasTables(db))
    ? await db.query<{ sealed: string }>(
        "SELECT totp_secret AS sealed FROM portal_user WHERE totp_secret IS NOT NULL LIMIT 1",
      )
    : [];
  if (!row) return true;
  try {
    createSeal(key).open(row.sealed);
    return true;
  } catch {
    return false;
  }
}

const hasTables = async (db: Database) =>
  (await db.query("SELECT entity FROM schema_lock WHERE entity = '(base)'")).length > 0;

/** Whether it was made here: of two processes over one folder one makes the key, and both read it. */
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
