/** Storage of uploaded files: each store keeps complete files, and files can be moved between stores. */
import { createHash, randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { AwsV4Signer } from "aws4fetch";
import { afterAll, describe, expect, it } from "vitest";
import { createBucketStore } from "../../server/files/bucket-store.ts";
import { createDatabaseStore } from "../../server/files/database-store.ts";
import { createFolderStore } from "../../server/files/folder-store.ts";
import { moveFiles, openFiles, sweepFiles } from "../../server/files/open.ts";
import type { FileStore } from "../../server/files/file-store.ts";
import { openBucket } from "./bucket.ts";
import { temporaryFolder, withDatabases } from "./databases.ts";
import { migrate } from "./migrated.ts";

const SECRET = "a/secret+key";
const bucket = await openBucket(SECRET);
afterAll(() => bucket.close());
const inBucket = (secretKey = SECRET) =>
  createBucketStore({ url: `${bucket.url}/of/portolan`, region: "eu-central-1", accessKey: "AK", secretKey });
const content = randomBytes(600_000);
const exact = randomBytes(256 * 1024);
const list = async (files: FileStore, before: number) => {
  const found: string[] = [];
  for await (const keys of files.list(before)) found.push(...keys.map(({ id }) => id));
  return found.toSorted();
};

async function holds(files: FileStore): Promise<void> {
  const place = (id: string) => ({ tenant: "100001", id });
  expect(await files.head(place("f1"))).toBeUndefined();
  await expect(buffer(files.get(place("f1")))).rejects.toThrow();
  const put = (id: string, bytes: Buffer) => files.put(place(id), Readable.from([bytes]), bytes.length);
  await put("f1", content);
  await put("f2", exact);
  await put("f3", Buffer.from("x"));
  await put("f1", Buffer.from("another content"));
  expect([await files.head(place("f1")), await files.head(place("f2"))]).toEqual([
    { size: 600_000 },
    { size: 262_144 },
  ]);
  for (const [id, bytes] of [
    ["f1", content],
    ["f2", exact],
  ] as const)
    expect((await buffer(files.get(place(id)))).equals(bytes)).toBe(true);
  expect(await list(files, Date.now() - 60_000)).toEqual([]);
  expect(await list(files, Date.now() + 60_000)).toEqual(["f1", "f2", "f3"]);
  await files.delete(place("f2"));
  await files.delete(place("f2"));
  expect(await list(files, Date.now() + 60_000)).toEqual(["f1", "f3"]);
}

it("a folder stores and returns files", () => holds(createFolderStore(temporaryFolder())));

describe("a bucket", () => {
  it("stores and returns files", () => holds(inBucket()));
  it("reports a rejected request without secrets", async () => {
    const refused = await inBucket("another").head({ tenant: "1", id: "f1" }).catch(String);
    expect(refused).toBe("Error: the bucket answered HEAD f1 with 403");
  });
  // Source: AWS, "Examples of how to sign a request" and the SigV4 test suite (get-vanilla).
  it.each([
    [
      {
        url: "https://examplebucket.s3.amazonaws.com/test.txt",
        headers: {
          Range: "bytes=0-9",
          "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        },
        accessKeyId: "AKIAIOSFODNN7EXAMPLE",
        secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        datetime: "20130524T000000Z",
        service: "s3",
        allHeaders: true,
      },
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    ],
    [
      {
        url: "https://example.amazonaws.com/",
        accessKeyId: "AKIDEXAMPLE",
        secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
        datetime: "20150830T123600Z",
        service: "service",
      },
      "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
    ],
  ])("signs %j as in the examples published by AWS", async (asked, signature) => {
    expect(await new AwsV4Signer({ region: "us-east-1", ...asked }).signature()).toBe(signature);
  });
});

withDatabases("files in the database", (open) => {
  it("are stored in parts, move to another store intact, and earlier ones in the data folder stay readable", async () => {
    const db = await open();
    await migrate(db, { entities: new Map() });
    await holds(createDatabaseStore(db));
    const dataDir = temporaryFolder();
    const early = { tenant: "100001", id: "early" };
    await createFolderStore(join(dataDir, "files")).put(early, Readable.from([content]), content.length);
    const settings = { location: "db:", isShared: false, region: "us-east-1" };
    const files = openFiles(db, dataDir, settings);
    expect((await buffer(files.get(early))).equals(content)).toBe(true);
    for (const [id, sha] of [
      ["f1", content],
      ["early", content],
    ] as const)
      await db.query(
        "INSERT INTO file (m, id, user_id, name, mime, size, sha256, purpose, created_at) VALUES ('100001', $1, 'u', 'n', 't', $2, $3, 'p', '2026-01-01T00:00:00Z')",
        [id, sha.length, createHash("sha256").update(sha).digest("hex")],
      );
    expect(await moveFiles(db, files, { dataDir, to: settings })).toEqual({ copied: 1, all: 2 });
    rmSync(dataDir, { recursive: true });
    expect((await buffer(openFiles(db, dataDir, settings).get(early))).equals(content)).toBe(true);
    const s3 = { ...settings, location: `s3:${bucket.url}/${db.engine}`, accessKey: "AK", secretKey: SECRET };
    expect(await moveFiles(db, files, { dataDir, to: s3 })).toEqual({ copied: 2, all: 2 });
    expect(await moveFiles(db, files, { dataDir, to: s3 })).toEqual({ copied: 0, all: 2 });
    const bare = temporaryFolder();
    const missing = moveFiles(db, openFiles(db, bare, { ...settings, location: `file:${bare}` }), {
      dataDir: bare,
      to: { ...s3, location: `${s3.location}-1` },
    });
    await expect(missing).rejects.toThrow(`early of 100001 is missing in file:${bare}`);
    await db.query("UPDATE file SET sha256 = 'other' WHERE id = 'f1'");
    await db.query("UPDATE file_part SET at = '2026-01-01T00:00:00Z'");
    await expect(moveFiles(db, files, { dataDir, to: { ...s3, location: `${s3.location}-2` } })).rejects.toThrow(
      "whole",
    );
    expect(await sweepFiles(files, async () => new Set(["f1"]))).toBe(2);
    expect(await files.head(early)).toBeUndefined();
  });
});
