/**
 * Guarantees of the embedded database: every acknowledged commit survives a crash and a power failure, and only one
 * process uses a folder at a time.
 */
import { spawn, type ChildProcess } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { DatabaseError, type Database } from "../../server/store/database.ts";
import { buildDatabase } from "../../server/store/build-database.ts";
import { openDatabase } from "../../server/store/open.ts";
import { openPglite as openEngine } from "../../server/store/pglite/create.ts";
import { openPglite, type PgliteLimits } from "../../server/store/pglite/driver.ts";
import { Maintenance } from "../../server/store/pglite/maintenance.ts";
import { SHORT_LIVED } from "./short-lived.ts";
import { embeddedFolder, template, temporaryFolder } from "./databases.ts";

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "none",
    (error: DatabaseError) => error.code,
  );
const open = async (dataDir: string, limits?: Partial<PgliteLimits>): Promise<Database> =>
  buildDatabase(await openPglite({ dataDir, ...(limits ? { limits } : {}) }));

/** Starts a writer in a separate process. `line` resolves with its next output. */
function writer(dir: string): { child: ChildProcess; lines: string[]; ended: Promise<void> } {
  const child = spawn(process.execPath, [...SHORT_LIVED, "--import", "tsx", "tests/server/pglite-writer.ts", dir], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  let rest = "";
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop()!;
    said.push(...lines);
  });
  child.stderr.on("data", (chunk: Buffer) => said.push(`error: ${chunk.toString()}`));
  return { child, lines: said, ended: new Promise((resolve) => child.on("close", () => resolve())) };
}
const until = async (holds: () => boolean, ms = 30_000) => {
  for (const end = Date.now() + ms; !holds(); await pause(20)) if (Date.now() > end) throw new Error("waited in vain");
};

describe("the embedded database", () => {
  it("keeps every acknowledged commit complete after kill -9, repeatedly", { timeout: 120_000 }, async () => {
    const dir = await embeddedFolder();
    const acknowledged: number[] = [];
    for (let round = 0; round < 2; round++) {
      const { child, lines, ended } = writer(dir);
      await until(() => lines.length > 1 + (round + 1) * 150 || lines.some((line) => line.startsWith("error")));
      child.kill("SIGKILL");
      await ended;
      expect(lines[0]).toBe("ready");
      acknowledged.push(...lines.slice(1).map(Number));
    }
    const db = await open(dir);
    const kept = new Set((await db.query<{ id: number }>("SELECT id FROM kept")).map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(300);
    expect(await db.query("SELECT k.id FROM kept k LEFT JOIN twin t ON t.id = k.id WHERE t.id IS NULL")).toEqual([]);
    expect(await db.query("SELECT t.id FROM twin t LEFT JOIN kept k ON t.id = k.id WHERE k.id IS NULL")).toEqual([]);
    await db.close();
  });

  it("prepares a statement again after its table changed, after an error and after eviction", async () => {
    const db = buildDatabase(await openPglite({ template: await template() }));
    await db.query("CREATE TABLE kept (id integer PRIMARY KEY, word text)");
    const insert = (id: number, word: unknown) =>
      db.query("INSERT INTO kept (id, word) VALUES ($1, $2) RETURNING *", [id, word]);
    const all = () => db.query("SELECT * FROM kept ORDER BY id");
    expect(await insert(1, "a")).toEqual([{ id: 1, word: "a" }]);
    expect(await all()).toEqual([{ id: 1, word: "a" }]);
    await db.query("ALTER TABLE kept ADD COLUMN more integer NOT NULL DEFAULT 7");
    expect(await insert(2, undefined)).toEqual([{ id: 2, word: null, more: 7 }]);
    expect(await all()).toEqual([
      { id: 1, word: "a", more: 7 },
      { id: 2, word: null, more: 7 },
    ]);
    // An error in a transaction makes its later statements fail, but none after the transaction.
    const after: string[] = [];
    expect(
      await codeOf(
        db.tx(async (tx) => {
          await tx.query("INSERT INTO kept (id, word) VALUES ($1, $2) RETURNING *", [3, "c"]);
          await tx
            .query("INSERT INTO kept (id, word) VALUES ($1, $2) RETURNING *", [1, "again"])
            .catch((error: DatabaseError) => after.push(error.code));
          await tx.query("SELECT * FROM kept ORDER BY id").catch((error: DatabaseError) => after.push(error.code));
          throw new DatabaseError("enough", "00001");
        }),
      ),
    ).toBe("00001");
    expect(after).toEqual(["23505", "23505"]);
    expect(await codeOf(insert(4, "d"))).toBe("none");
    expect(await codeOf(db.query("SELECT nothing FROM kept"))).toBe("42703");
    for (let n = 0; n < 300; n++)
      expect(await db.query(`SELECT ${n} AS n, word FROM kept WHERE id = $1`, [1])).toEqual([{ n, word: "a" }]);
    expect((await all()).map(({ id }) => id)).toEqual([1, 2, 4]);
    await db.close();
  });

  it(
    "keeps every acknowledged commit after a power failure, whichever other writes reached the disk",
    { timeout: 120_000 },
    async () => {
      const dir = join(await embeddedFolder(), "db");
      const disk = `${dir}.disk`;
      const dirty = new Set<string>();
      const onDisk = (path: string) => path.replace(dir, disk);
      let started = false;
      // Model of the disk: file contents are durable once synced, names immediately, as on a journalling file system.
      const trace = (step: string, path: string, from?: string) => {
        if (!started) return;
        if (step === "write") {
          dirty.add(path);
          if (!existsSync(onDisk(path))) writeFileSync(onDisk(path), "");
        } else if (step === "rename") {
          if (existsSync(onDisk(from!))) renameSync(onDisk(from!), onDisk(path));
          if (dirty.delete(from!)) dirty.add(path);
        } else if (step === "unlink") {
          rmSync(onDisk(path), { force: true });
          dirty.delete(path);
        } else if (dirty.delete(path)) copyFileSync(path, onDisk(path));
      };
      // Few buffers, so that data pages are also written between checkpoints.
      const { pg, fs } = await openEngine({ dir }, { trace, settings: { shared_buffers: "1MB" } });
      await pg.query("CREATE TABLE kept (id integer PRIMARY KEY, n integer NOT NULL, pad text NOT NULL)");
      await pg.query("CHECKPOINT");
      cpSync(dir, disk, { recursive: true });
      started = true;

      let seed = 20_261_121;
      const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
      const images: { path: string; rows: number; changes: number }[] = [];
      let [written, changed] = [0, 0];
      let acknowledged = { rows: 0, changes: 0 };
      /**
       * Returns the current state of the disk, including the given files that the system happened to write on its own.
       */
      const cut = (wrote: (file: string) => boolean) => {
        const path = `${dir}.image${images.length}`;
        cpSync(disk, path, { recursive: true });
        for (const file of dirty) if (wrote(file)) cpSync(file, file.replace(dir, path));
        images.push({ path, ...acknowledged });
      };
      const insert = (pad: string) => pg.query("INSERT INTO kept VALUES ($1, 0, $2)", [++written, pad.repeat(900)]);
      for (let step = 0; step < 30; step++) {
        // Several commits share a flush. Before it, the data may be on disk, but the log is not.
        for (let index = 0; index < 20; index++) await insert("x");
        changed += (await pg.query("UPDATE kept SET n = n + 1 WHERE id % 7 = $1", [step % 7])).affectedRows!;
        if (step % 20 === 8) cut((file) => !file.includes("pg_wal"));
        await fs!.flush();
        acknowledged = { rows: written, changes: changed };
        if (step % 20 === 12) cut(() => false);
        // One more commit that is never acknowledged, so that there is always a partially written one.
        await insert("y");
        if (step % 20 === 16) cut(() => random() < 0.5);
        if (step % 11 === 10) await pg.query("CHECKPOINT");
        if (step % 22 === 10) cut(() => random() < 0.5);
      }
      await pg.close();
      expect(images.length).toBe(5);
      for (const { path, rows, changes } of images) {
        const again = await openEngine({ dir: path });
        const [found] = (
          await again.pg.query<{ rows: string; changes: string }>(
            "SELECT count(*) AS rows, coalesce(sum(n), 0) AS changes FROM kept WHERE id <= $1",
            [rows],
          )
        ).rows;
        expect({ path, rows: Number(found!.rows) }).toEqual({ path, rows });
        expect(Number(found!.changes), path).toBeGreaterThanOrEqual(changes);
        await again.pg.query("INSERT INTO kept SELECT 1000000 + id, n, pad FROM kept");
        await again.pg.close();
        rmSync(path, { recursive: true, force: true });
      }
    },
  );

  it("shares disk flushes among waiting commits", async () => {
    const steps: string[] = [];
    const { pg, fs } = await openEngine(
      { dir: join(await embeddedFolder(), "db") },
      { trace: (step) => steps.push(step) },
    );
    await pg.query("CREATE TABLE kept (id integer PRIMARY KEY)");
    await fs!.flush();
    steps.length = 0;
    await Promise.all(
      Array.from({ length: 40 }, async (_, id) => {
        await pg.query("INSERT INTO kept VALUES ($1)", [id]);
        await fs!.flush();
      }),
    );
    const rounds = steps.filter((step) => step === "flush").length;
    expect(rounds).toBeGreaterThan(0);
    expect(rounds).toBeLessThan(30);
    expect(fs!.unsynced).toBe(false);
    await pg.close();
  });

  it("accepts one process at a time, and another after that has ended", { timeout: 60_000 }, async () => {
    const dir = await embeddedFolder();
    const { child, lines, ended } = writer(dir);
    await until(() => lines.length > 1);
    await expect(openDatabase({ dataDir: dir })).rejects.toThrow(/in use by another process/);
    const other = writer(dir);
    await other.ended;
    expect(other.lines.join("\n")).toContain("in use by another process");
    expect(other.child.exitCode).not.toBe(0);
    child.kill("SIGKILL");
    await ended;
    const db = await open(dir);
    await expect(open(dir)).rejects.toThrow(/in use/);
    await db.close();
    await (await open(dir)).close();
  });

  it("starts over after an interrupted first start", async () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, "db.new/base"), { recursive: true });
    appendFileSync(join(dir, "db.new/PG_VERSION"), "18\n");
    const db = buildDatabase(await openPglite({ dataDir: dir, template: await template() }));
    expect(await db.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await db.close();
    expect(existsSync(join(dir, "db.new"))).toBe(false);
    expect(readFileSync(join(dir, "db/PG_VERSION"), "utf8").trim()).toBe("18");
  });

  it("cancels a statement that runs too long and keeps everything committed", { timeout: 60_000 }, async () => {
    const db = await open(await embeddedFolder(), { statementMs: 1_500 });
    await db.query("CREATE TABLE kept (id integer PRIMARY KEY)");
    await db.query("INSERT INTO kept VALUES (1)");
    // Reads run concurrently. The timeout of each starts once those before it have completed.
    const naps = await Promise.all([1, 2].map(() => db.query("SELECT 1 AS woken FROM (SELECT pg_sleep(0.8)) nap")));
    expect(naps).toEqual([[{ woken: 1 }], [{ woken: 1 }]]);
    const long = codeOf(db.query("SELECT count(*) FROM generate_series(1, 2000000000)"));
    const waiting = db.tx(async (tx) => {
      await tx.query("INSERT INTO kept VALUES (2)");
    });
    expect(await long).toBe("57014");
    await waiting;
    expect(await db.query("SELECT id FROM kept ORDER BY id")).toEqual([{ id: 1 }, { id: 2 }]);
    await db.close();
    expect(await codeOf(db.query("INSERT INTO kept VALUES (3)"))).toBe("57P03");
  });

  it("acknowledges nothing after a failed fsync", async () => {
    const dir = await embeddedFolder();
    const db = await open(dir);
    await db.query("CREATE TABLE kept (id integer PRIMARY KEY)");
    // The log is deleted while the database has it open: every write succeeds, but every fsync fails.
    rmSync(join(dir, "db/pg_wal"), { recursive: true });
    expect(
      await codeOf(
        db.tx(async (tx) => {
          await tx.query("INSERT INTO kept VALUES (1)");
        }),
      ),
    ).toBe("08007");
    expect(await codeOf(db.query("SELECT id FROM kept"))).toBe("58030");
    expect(await codeOf(db.tx(async () => {}))).toBe("58030");
    await db.close();
  });

  it("rolls back an idle transaction, and rejects callers that wait too long", { timeout: 60_000 }, async () => {
    const db = await open(await embeddedFolder(), { idleMs: 300, turnMs: 100 });
    await db.query("CREATE TABLE kept (id integer PRIMARY KEY)");
    const idle = codeOf(
      db.tx(async (tx) => {
        await tx.query("INSERT INTO kept VALUES (1)");
        await pause(600);
        await tx.query("INSERT INTO kept VALUES (2)");
      }),
    );
    await pause(50);
    expect(await codeOf(db.query("SELECT 1 AS one"))).toBe("55P03");
    expect(await idle).toBe("25P03");
    expect(await db.query("SELECT id FROM kept")).toEqual([]);
    await db.close();
  });
});

describe("maintenance of the embedded database", () => {
  it("runs checkpoints and vacuums only after writes, and early when the log grows", async () => {
    const sent: string[] = [];
    const maintenance = new Maintenance(async (sql) => {
      sent.push(sql.trim().split("\n")[0]!);
      return sql.startsWith("SELECT") ? [{ name: "kept" }] : [];
    });
    await maintenance.checkpoint();
    await maintenance.vacuum();
    expect(sent).toEqual([]);
    maintenance.note(1_000, true);
    await maintenance.checkpoint();
    await maintenance.checkpoint();
    await maintenance.vacuum();
    expect(sent).toEqual(["CHECKPOINT", "SELECT relname AS name FROM pg_stat_user_tables", 'VACUUM (ANALYZE) "kept"']);
    maintenance.start();
    maintenance.note(65 * 1024 * 1024, true);
    await pause(0);
    maintenance.stop();
    expect(sent.slice(3)).toEqual(["CHECKPOINT"]);
  });

  it("vacuums only tables that changed substantially", { timeout: 30_000 }, async () => {
    const driver = await openPglite({ template: await template() });
    await driver.run("CREATE TABLE much (id integer PRIMARY KEY)", []);
    await driver.run("CREATE TABLE little (id integer PRIMARY KEY)", []);
    await driver.run("INSERT INTO much SELECT generate_series(1, 500)", []);
    await driver.run("INSERT INTO little VALUES (1)", []);
    await pause(1_100);
    await driver.run("SELECT 1", []);
    const sent: string[] = [];
    const maintenance = new Maintenance((sql, params) => {
      sent.push(sql);
      return driver.run(sql, params);
    });
    maintenance.note(0, true);
    await maintenance.vacuum();
    expect(sent.slice(1)).toEqual(['VACUUM (ANALYZE) "much"']);
    expect(await driver.run("SELECT reltuples FROM pg_class WHERE relname = 'much'", [])).toEqual([{ reltuples: 500 }]);
    await driver.close();
  });
});
