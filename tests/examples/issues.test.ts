/**
 * The issue tracker example: built from its README alone, type-checked by its own program, and served without any
 * module of payments.
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesIn, importsOf, read, root } from "../house/source.ts";
import { makeExample, type MadeExample } from "./make.ts";

const FOLDER = "examples/issues";
const ENTRIES = ["server.ts", "main.tsx", "vite.config.ts"].map((name) => `${FOLDER}/${name}`);
const DOORS = [
  "src/engine/index.ts",
  "src/engine/ui.tsx",
  "src/engine/compiler.ts",
  "src/engine/theme.css",
  "server/index.ts",
  "src/engine/vite.ts",
];

/** Returns all of our modules that the entries import, directly or indirectly. */
function reachable(entries: readonly string[]): ReadonlySet<string> {
  const seen = new Set(entries);
  for (const file of seen) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const name of importsOf(file)) if (existsSync(join(root, name)) && /\.\w+$/.test(name)) seen.add(name);
  }
  return seen;
}

describe("the example's files", () => {
  const own = filesIn(FOLDER, /\.(tsx?|json|css|html)$/).filter((file) => !file.includes("/dist/"));

  it("equal those of its README", () => {
    const { steps, remove } = makeExample("issues");
    expect(Object.fromEntries(own.map((file) => [file.slice(FOLDER.length + 1), read(file)]))).toEqual(
      Object.fromEntries(steps.files),
    );
    return remove();
  });
  it("are short: at most 30 lines in the browser and 25 on the server", () => {
    const lines = (name: string) => read(`${FOLDER}/${name}`).trimEnd().split("\n").length;
    expect(lines("main.tsx")).toBeLessThanOrEqual(30);
    expect(lines("server.ts")).toBeLessThanOrEqual(25);
  });
  it("import only from public entry points", () => {
    const outside = own
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap(importsOf)
      .filter((name) => /^(src|server|tools|tests|locales|schemas)\//.test(name) && !DOORS.includes(name));
    expect(outside).toEqual([]);
  });
  it("reach no module of payments or of the sandbox", () => {
    const modules = reachable(ENTRIES);
    expect(modules.size).toBeGreaterThan(300);
    expect([...modules].filter((name) => /^(server\/(payments|sandbox)|src\/payments)\//.test(name))).toEqual([]);
  });
});

describe("the example built by its README", () => {
  let example: MadeExample;
  let address = "";
  const send = async (call: string, body?: object) => {
    const headers = { "content-type": "application/json", "idempotency-key": randomUUID() };
    const post = { method: "POST", headers, body: JSON.stringify(body) };
    return fetch(`${address}/api/issues/${call}`, body && post);
  };
  const ask = async (call: string, body?: object) => (await send(call, body)).json();

  beforeAll(async () => {
    example = makeExample("issues");
    address = await example.start();
  });
  afterAll(() => example.remove());

  it("compiles with its own tsconfig", () => example.run("tsc"));

  it("is ready once it is served, by tables of the server alone", async () => {
    const ready = await fetch(`${address}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { ok: true, parts: { taking: true, database: true, deadJobs: 0, jobLagSeconds: 0 } },
    ]);
  });

  it("takes an issue through its states and lists it", async () => {
    const { map } = await ask("issue/create", { title: "The export misses the last row", kind: "bug" });
    const { id } = map.record;
    expect(map.record).toMatchObject({ id: expect.stringMatching(/^IS\d+$/), status: "open", kind: "bug" });
    expect((await ask("issue/start", { id })).map.record.status).toBe("started");
    expect((await ask("issue/close", { id })).map.record.status).toBe("closed");
    expect((await ask("issue/start", { id })).code).not.toBe(2000);
    expect((await ask("issue/list?status=closed&totals=1")).map).toMatchObject({ list: [{ id }], total: 1 });
    const { timeline } = (await ask(`issue/detail?id=${id}`)).map;
    expect(timeline.map(({ event, by }: { event: string; by: string }) => [event, by])).toEqual([
      ["report", "reporter"],
      ["start", "reporter"],
      ["close", "reporter"],
    ]);
  });

  it("rejects an issue without a title in its own language", async () => {
    const { code, map } = await ask("issue/create", { kind: "bug" });
    expect(code).toBe(4000);
    expect(map.errors).toMatchObject([{ at: "/title", code: "required", message: "Title is required" }]);
  });

  it("stores comments of an issue", async () => {
    const [issue] = (await ask("issue/list")).map.list;
    const { map } = await ask("comment/create", { issue: issue.id, text: "Seen on page two." });
    expect(map.record).toMatchObject({ issue: issue.id, text: "Seen on page two." });
    expect((await ask("comment/create", { issue: "IS0", text: "Lost." })).code).toBe(4000);
  });

  it("imports issues and exports them in UTC", async () => {
    const rows = ["Search by title", "Sort by due date"].map((title, index) => ({
      line: index + 2,
      record: { title, kind: "feature", due: "2027-01-31" },
      find: {},
    }));
    const fileHash = createHash("sha256").update("two issues").digest("hex");
    expect((await ask("issue/import", { fileHash, run: 1, rows })).code).toBe(2000);
    await expect.poll(async () => (await ask("issue/list?q=Search by title")).map.list.length).toBe(1);
    const csv = await (await send("issue/export?format=csv")).text();
    expect(csv).toContain("Number,Title,Kind,Status,Due,Created");
    expect(csv).toMatch(/Sort by due date,Feature,Open,2027-01-31,/);
    expect(csv).toContain(new Date().toISOString().slice(0, 10));
  });
});
