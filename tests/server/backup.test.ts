/** `portolan backup` and `portolan restore --check` on the embedded database, and optionally on PostgreSQL. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCommand } from "../../server/cli/run.ts";
import { temporaryFolder } from "./databases.ts";
import { testTools } from "./portolan.ts";
import { freshPlace } from "./prepared.ts";

/**
 * Runs PostgreSQL's own dump and restore programs only on request (`TEST_BACKUP_POSTGRES=1`), since they are slow to
 * start.
 */
const engines = process.env["TEST_BACKUP_POSTGRES"] === "1" ? (["pglite", "postgres"] as const) : (["pglite"] as const);

it.each(engines)(
  "a backup on %s restores completely, contains no key, and fails the check once it was modified",
  { timeout: 180_000 },
  async (engine) => {
    const { dataDir, databaseUrl, open } = await freshPlace(engine);
    const env = {
      PORTOLAN_MODE: "sandbox",
      DATA_DIR: dataDir,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    };
    const portolan = (...args: string[]) => runCommand(args, env, testTools);
    mkdirSync(join(dataDir, "files/ab"), { recursive: true });
    writeFileSync(join(dataDir, "files/ab/abcd"), "a contract");
    if (engine === "postgres")
      expect((await portolan("doctor")).text).toContain("no backup was restored yet: portolan restore --check");
    const to = join(temporaryFolder(), "one backup");
    expect(await portolan("backup", "--to", to)).toMatchObject({ status: 0 });
    expect(await portolan("backup", "--to", to)).toMatchObject({ status: 1, text: `${to} is not empty` });

    const manifest = readFileSync(join(to, "manifest.json"), "utf8");
    const key = readFileSync(join(dataDir, "keys/seal"));
    expect(JSON.parse(manifest)).toMatchObject({
      engine,
      tables: { merchant: expect.any(Number), e_channel: expect.any(Number) },
      files: expect.arrayContaining([expect.objectContaining({ path: "files/ab/abcd", bytes: 10 })]),
    });
    for (const { path } of JSON.parse(manifest).files as { path: string }[])
      expect(readFileSync(join(to, path)).includes(key)).toBe(false);
    expect((await portolan("files-hash")).text).toMatch(/^[0-9a-f]{64} {2}10 {2}ab\/abcd$/);

    const good = await portolan("restore", to, "--check");
    expect(good).toMatchObject({ status: 0, text: expect.stringMatching(/complete[^]*RPO \d+ s, RTO [\d.]+ s$/) });
    const db = await open();
    expect(await db.query("SELECT ok FROM backup_drill")).toEqual([{ ok: true }]);
    // A timer has no operator, so the audit names the system account.
    expect(await db.query("SELECT action FROM audit WHERE m = '' AND actor LIKE 'account:%@%' ORDER BY seq")).toEqual([
      { action: "backup" },
      { action: "restore.check" },
    ]);
    if (engine === "postgres") {
      expect((await portolan("doctor")).text).toContain("last good drill");
      expect(await db.query("SELECT datname FROM pg_database WHERE datname LIKE 'portolan_drill%'")).toEqual([]);
      await db.query("UPDATE backup_drill SET at = '2026-01-01T00:00:00Z'");
      expect((await portolan("doctor")).text).toMatch(/WARN +backup +the last good drill is \d+ days old/);
    }
    await db.close();

    const wrong = JSON.parse(manifest) as { tables: Record<string, number> };
    wrong.tables["merchant"]! += 1;
    writeFileSync(join(to, "manifest.json"), JSON.stringify(wrong));
    appendFileSync(join(to, "files/ab/abcd"), "!");
    const bad = await portolan("restore", to, "--check");
    expect(bad.status).toBe(1);
    expect(bad.text).toMatch(/files\/ab\/abcd is damaged\nmerchant has \d+ rows, the backup had \d+/);
    expect(await portolan("restore", to)).toMatchObject({ status: 2 });
  },
);
