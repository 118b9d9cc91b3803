/** One encryption key per database: a node with a different key, or without one, does not start. */
import { createCipheriv, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { CONFIG_EXIT } from "../../server/config/read.ts";
import { checkKey, computeFingerprint, KeyRefused } from "../../server/session/key-check.ts";
import { getKeyPath } from "../../server/core/key-ring.ts";
import { buildDatabase } from "../../server/store/build-database.ts";
import { openPglite } from "../../server/store/pglite/driver.ts";
import { countUse, reseal, sealedColumns } from "../../server/app/reseal.ts";
import { createSeal, sealFor } from "../../server/core/seal.ts";
import { createRecordStore } from "../../server/store/records.ts";
import { entityOf, parcelSource, schemasOf } from "./entities.ts";
import { prepareStore } from "../../server/store/schema/migrate.ts";
import type { Database } from "../../server/store/database.ts";
import { emptied, temporaryFolder, withDatabases } from "./databases.ts";
import { freshPlace, giveKey } from "./prepared.ts";
import { refusedStart } from "./process.ts";
import { migrate } from "./migrated.ts";

const base = temporaryFolder();
const folder = (withKey = false) => {
  const dir = mkdtempSync(join(base, "node-"));
  if (withKey) giveKey(dir);
  return dir;
};
const keyIn = (dir: string) => readFileSync(getKeyPath(dir));
const stored = async (db: Database) =>
  (await db.query<{ kid: string; fingerprint: string }>("SELECT kid, fingerprint FROM key_check")).map(
    ({ kid, fingerprint }) => [kid, fingerprint],
  );
const refusedRing = async (work: Promise<void>) => (await refused(work)).message;
async function refused(work: Promise<void>): Promise<KeyRefused> {
  const error = await work.then(
    () => undefined,
    (found: unknown) => found,
  );
  if (!(error instanceof KeyRefused)) throw new Error(`not refused: ${String(error)}`);
  for (const lang of ["zh", "en"] as const) expect(error.text(lang)).toMatch(/keys\/seal|KEYS/);
  return error;
}
/** Encrypts a text in the former format, without the key's name. */
function sealAsBefore(key: Buffer, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64");
}
/**
 * Prepares a database of an earlier version: users, one of them with an authenticator secret encrypted with the key.
 */
async function before(db: Database, key: Buffer): Promise<void> {
  await migrate(db, { entities: new Map() });
  await db.query(
    `INSERT INTO portal_user (id, m, username, name, login_hash, totp_secret, grants, state, created_at)
      VALUES ('u', '1', 'a@b.c', 'A', 'x', $1, '[]', 'active', '2026-01-01T00:00:00Z')`,
    [sealAsBefore(key, "JBSWY3DP")],
  );
}

withDatabases("the encryption key of a database", (open) => {
  let db: Database;
  const blank = async () => {
    db = db ? await emptied(db) : await open();
    await prepareStore(db);
    return db;
  };
  it("the first node's key is kept, and a node with another key is refused without changes", async () => {
    await blank();
    const [first, second] = [folder(), folder(true)];
    await checkKey(db, first);
    expect(await stored(db)).toEqual([["k0", computeFingerprint(keyIn(first))]]);
    await checkKey(db, first);
    const before = keyIn(second);
    expect((await refused(checkKey(db, second))).message).toMatch(
      new RegExp(`${computeFingerprint(before)}.*${computeFingerprint(keyIn(first))}`),
    );
    expect([keyIn(second), await stored(db)]).toEqual([before, [["k0", computeFingerprint(keyIn(first))]]]);
    writeFileSync(getKeyPath(second), keyIn(first));
    await checkKey(db, second);
    expect(sealFor(second).openValue("1", "a", sealFor(first).sealValue("1", "a", "one"))).toBe("one");
  });
  it("a node without the database's key is refused, and no new key is created", async () => {
    await blank();
    const [first, second] = [folder(), folder()];
    await checkKey(db, first);
    expect((await refused(checkKey(db, second))).message).toContain(computeFingerprint(keyIn(first)));
    expect(existsSync(dirname(getKeyPath(second)))).toBe(false);
    rmSync(getKeyPath(first));
    await refused(checkKey(db, first));
    writeFileSync(getKeyPath(first), "short");
    expect((await refused(checkKey(db, first))).message).toContain("5 bytes");
  });
  it("one of several nodes that start at once with separate folders stores its key, and the others are refused", async () => {
    await blank();
    const nodes = [folder(), folder(), folder()];
    const ends = await Promise.allSettled(nodes.map((dir) => checkKey(db, dir)));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const [at, end] of ends.entries()) expect(existsSync(getKeyPath(nodes[at]!))).toBe(end.status === "fulfilled");
    expect(await stored(db)).toHaveLength(1);
  });
  it("nodes that start at once on one folder share a key", async () => {
    await blank();
    const dir = folder();
    await Promise.all([1, 2, 3].map(() => checkKey(db, dir)));
    expect(await stored(db)).toEqual([["k0", computeFingerprint(keyIn(dir))]]);
  });
  it("an existing database without a fingerprint accepts only the key that opens its data", async () => {
    await blank();
    const [own, fresh, none] = [folder(true), folder(true), folder()];
    await before(db, keyIn(own));
    for (const dir of [fresh, none]) await refused(checkKey(db, dir));
    expect([await stored(db), existsSync(getKeyPath(none))]).toEqual([[], false]);
    await checkKey(db, own);
    expect(await stored(db)).toEqual([["k0", computeFingerprint(keyIn(own))]]);
    await refused(checkKey(db, fresh));
  });
});

withDatabases("the key ring of a database", (open) => {
  const keyOf = (kid: string) => ({ kid, key: randomBytes(32) });
  it("a new key can be added, promoted and made the only one once all data is sealed again", async () => {
    const db = await open();
    const dir = folder();
    await prepareStore(db);
    const secret = entityOf(
      parcelSource((source) => Object.assign(source.properties["note"]!, { writeOnly: true, "x-sealed": true })),
    );
    await migrate(db, schemasOf(secret));
    await checkKey(db, dir);
    const k0 = { kid: "k0", key: keyIn(dir) };
    const k1 = keyOf("k1");
    const about = (id: string) => `parcel|note|m1|${id}`;
    const ids = Array.from({ length: 503 }, (_, index) => `PC${index}`);
    const old = createSeal([k0]);
    await createRecordStore(db, schemasOf(secret)).insertAll(
      secret,
      ids.map((id) => ({
        tenant: "m1",
        id,
        at: 0,
        row: { no: id, name: id, amount: "1.00", note: old.sealValue("m1", about(id), id) },
      })),
    );
    // Appended after the existing keys; nodes without it still start.
    await checkKey(db, dir, [k0, k1]);
    await checkKey(db, dir);
    const other = folder();
    const otherKey = await refusedRing(checkKey(db, other, [keyOf("k1"), k0]));
    expect(otherKey).toContain("k1 in KEYS has the fingerprint");
    // First in the list, so it is used for encryption, and a node without it is refused.
    await checkKey(db, other, [k1, k0]);
    await refused(checkKey(db, dir));
    expect(await refusedRing(checkKey(db, other, [k1]))).toContain("lacks a key of the database: k0");
    const store = { db, schemas: schemasOf(secret), columns: sealedColumns };
    expect(await countUse(store, "k0")).toEqual({ sealed: 503, codes: 0 });
    expect(await reseal(store, createSeal([k1, k0]))).toBe(503);
    expect([await countUse(store, "k0"), await countUse(store, "k1")]).toEqual([
      { sealed: 0, codes: 0 },
      { sealed: 503, codes: 0 },
    ]);
    const rows = await db.query<{ id: string; version: number; note: string }>(
      "SELECT id, version, data ->> 'note' AS note FROM e_parcel",
    );
    for (const { id, version, note } of rows)
      expect([version, createSeal([k1]).openValue("m1", about(id), note)]).toEqual([1, id]);
    await db.query("INSERT INTO key_dropped (kid, at) VALUES ('k0', '2026-01-01T00:00:00Z')");
    await checkKey(db, other, [k1]);
    // Encrypting with it again makes it required again.
    await checkKey(db, dir, [k0, k1]);
    expect(await refusedRing(checkKey(db, other, [k1]))).toContain("k0");
  });
});

it("a start with another key exits with 78, explains how to fix it and changes nothing, also on the embedded database", async () => {
  const place = await freshPlace("pglite");
  const db = buildDatabase(await openPglite({ dataDir: place.dataDir }));
  await prepareStore(db);
  await checkKey(db, place.dataDir);
  const locked = await db.query("SELECT * FROM schema_lock ORDER BY entity");
  await db.close();
  giveOther(place.dataDir);
  const { code, output: text } = await refusedStart({ ...place, env: { LC_ALL: "C" } });
  expect(code).toBe(CONFIG_EXIT);
  expect(text).toContain("This node has another key than the database");
  expect(text).toContain(
    `copy keys/seal from the DATA_DIR of a node that works to ${join(place.dataDir, "keys/seal")}`,
  );
  expect(text).not.toMatch(/^\s+at /m);
  const after = await place.open();
  expect(await after.query("SELECT * FROM schema_lock ORDER BY entity")).toEqual(locked);
  await after.close();
  // The first test that needs the built server waits for the build.
}, 180_000);
function giveOther(dataDir: string): void {
  rmSync(join(dataDir, "keys"), { recursive: true });
  giveKey(dataDir);
}
