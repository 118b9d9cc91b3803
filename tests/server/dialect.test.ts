/**
 * Every SQL statement of the server stays within the portable dialect, both in the sources and composed at run time.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createEmptyQuery } from "@portolan/engine";
import type { Database } from "../../server/store/database.ts";
import { createRecordStore } from "../../server/store/records.ts";
import { embedded, portable } from "./databases.ts";
import { unportable } from "./dialect.ts";
import { entityOf, parcelSource, schemasOf } from "./entities.ts";
import { migrate } from "./migrated.ts";

const VERB =
  /^\s*(?:select\s+[\w*("'$]|insert\s+into\s|update\s+\S+\s+(?:as\s+\w+\s+)?set\s|delete\s+from\s|(?:create|alter|drop)\s+(?:unique\s+)?(?:table|index)\s|with\s+\w+\s+as\s)/i;

/**
 * Returns the string and template literals of a source. An interpolation is replaced by a name, and its literals are
 * included.
 */
function literals(source: string): string[] {
  const found: string[] = [];
  let at = 0;
  const text = (quote: string): void => {
    let value = "";
    for (at++; at < source.length && source[at] !== quote; at++) {
      if (source[at] === "\\") value += source[++at] ?? "";
      else if (quote === "`" && source.startsWith("${", at)) {
        at += 2;
        code("}");
        value += "x";
      } else value += source[at];
    }
    found.push(value);
  };
  const code = (end: string): void => {
    for (let depth = 0; at < source.length; at++) {
      const letter = source[at]!;
      if (source.startsWith("//", at) && source[at - 1] !== ":")
        at = (source.indexOf("\n", at) + source.length + 1) % (source.length + 1);
      else if (source.startsWith("/*", at)) at = source.indexOf("*/", at) + 1;
      else if (letter === "/" && /[(,=:[!&|?{;]\s*$/.test(source.slice(Math.max(0, at - 8), at)))
        at += (/^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\//.exec(source.slice(at, at + 500))?.[0].length ?? 1) - 1;
      else if (letter === '"' || letter === "'" || letter === "`") text(letter);
      else if (letter === "{") depth++;
      else if (letter === "}") {
        if (end === "}" && depth === 0) return;
        depth--;
      }
    }
  };
  code("");
  return found;
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name));
}

describe("the portable dialect", () => {
  it("rejects forbidden constructs and accepts portable ones", () => {
    for (const bad of [
      "SELECT * FROM a FOR UPDATE SKIP LOCKED",
      "SAVEPOINT s",
      "SELECT nextval('s')",
      "CREATE TRIGGER t",
      "SELECT pg_advisory_lock(1)",
      "CREATE TABLE a (id serial)",
      "UPDATE a SET at = now()",
      `SELECT 1 ORDER BY a COLLATE "de_DE"`,
      "CREATE INDEX i ON a USING gin (b)",
      "BEGIN; DELETE FROM a",
      "CREATE TABLE a (b text REFERENCES c (d))",
      "TRUNCATE a",
    ])
      expect(unportable(bad), bad).toBeDefined();
    for (const good of [
      "SELECT 'for update; now()' AS t",
      `SELECT "nextval(" FROM a ORDER BY b COLLATE "C"`,
      "INSERT INTO a VALUES ($1) ON CONFLICT (m, id) DO NOTHING RETURNING id",
      "BEGIN",
    ])
      expect(unportable(good), good).toBeUndefined();
  });

  it("is used by every SQL string in the sources", () => {
    const files = [...sources("server"), ...sources("src/engine/query")];
    const texts = files.flatMap((file) =>
      literals(readFileSync(file, "utf8"))
        .filter((text) => VERB.test(text))
        .map((text) => ({ file, text })),
    );
    // A search without results would prove nothing.
    expect(texts.filter(({ file }) => file.includes("ledger")).length).toBeGreaterThan(10);
    expect(texts.some(({ text }) => text.includes("schema_lock"))).toBe(true);
    // Statements of the embedded database's own driver are exempt from the dialect.
    const own = join("server", "store", "pglite");
    expect(
      texts
        .filter(({ file, text }) => !file.startsWith(own) && unportable(text))
        .map(({ file, text }) => `${file}: ${unportable(text)}: ${text}`),
    ).toEqual([]);
  });

  it("is used by statements composed for tables, migrations and lists", async () => {
    const { db, close } = await embedded();
    const seen = new Set<string>();
    const held: Database = portable(db, (sql) => seen.add(sql));
    const parcel = entityOf(parcelSource());
    await migrate(held, schemasOf(parcel));
    const own = createRecordStore(held, schemasOf(parcel));
    const stored = await own.insert(parcel, { tenant: "m", id: "A", row: { name: "a", amount: "1.00" }, at: 0 });
    await own.update(parcel, "m", stored, { data: stored.data, at: 1 });
    await own.list(
      parcel,
      { ...createEmptyQuery(), q: "a", sort: ["-amount", "name"], page: 2 },
      { tenant: "m", totals: true },
    );
    await migrate(
      held,
      schemasOf(
        entityOf(
          parcelSource((source) => {
            (source["x-list"] as { columns: string[] }).columns.push("note");
          }),
        ),
      ),
    );
    await own.remove(parcel, "m", "A");
    expect(seen.size).toBeGreaterThan(40);
    await close();
  });
});
