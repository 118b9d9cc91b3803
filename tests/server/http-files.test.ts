/** File type detection: extension, first bytes, structural end, and the directory of an archive. */
import { existsSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { formatNamed } from "../../server/files/file-formats.ts";
import { createFolderStore } from "../../server/files/folder-store.ts";
import { sweepFiles } from "../../server/files/open.ts";
import { discard, probe, readReceived, receive, type Received } from "../../server/files/receive.ts";
import { zip } from "./zip.ts";

const dir = mkdtempSync(join(tmpdir(), "portolan-files-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function fits(name: string, content: Buffer): Promise<boolean> {
  const format = formatNamed(name);
  if (!format) return false;
  const received = await receive(Readable.from([content]), dir);
  try {
    return await probe(received, format.fits);
  } finally {
    await discard(received);
  }
}

const png = Buffer.from(
  "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000049454e44ae426082",
  "hex",
);
const jpg = Buffer.concat([
  Buffer.from("ffd8ffe000104a464946", "hex"),
  Buffer.alloc(200, 1),
  Buffer.from("ffd9", "hex"),
]);
const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");
const withByte = (bytes: Buffer, at: number, byte: number) =>
  Buffer.from(bytes.map((one, index) => (index === at ? byte : one)));
const plain = zip([{ name: "发票/1.pdf" }, { name: "readme.txt" }], "made here");
const xlsx = zip([{ name: "[Content_Types].xml" }, { name: "xl/workbook.xml" }]);

it("the sweep deletes unreferenced files after a day and keeps referenced ones", async () => {
  const [kept, young, old, broken] = [
    await receive(Readable.from([pdf]), dir),
    await receive(Readable.from([pdf]), dir),
    await receive(Readable.from([pdf]), dir),
    await receive(Readable.from([pdf]), join(dir, "files/tmp")),
  ];
  const files = createFolderStore(join(dir, "files"));
  const keep = (one: Received) => files.put({ tenant: "1", id: one.id }, readReceived(one), one.size);
  for (const one of [kept, young, old]) await keep(one);
  const place = ({ id }: { id: string }, folder = id.slice(0, 2)) => join(dir, "files", folder, id);
  const longAgo = Date.now() / 1000 - 86_401;
  for (const path of [place(kept), place(old), place(broken, "tmp")]) utimesSync(path, longAgo, longAgo);
  expect(await sweepFiles(files, async (ids) => new Set(ids.filter((id) => id === kept.id)))).toBe(1);
  expect([place(kept), place(young), place(old), place(broken, "tmp")].map((path) => existsSync(path))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe("file type detection", () => {
  it.each([
    ["a.png", png],
    ["a.PNG", png],
    ["photo.jpg", jpg],
    ["photo.jpeg", jpg],
    ["photo.jpe", jpg],
    ["a.pdf", pdf],
    ["a.zip", plain],
    ["a.zip", xlsx],
    ["a.xlsx", xlsx],
    ["a.rar", Buffer.from("526172211a070100", "hex")],
    ["a.xls", Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(100)])],
  ])("accepts %s", async (name, content) => expect(await fits(name, content)).toBe(true));

  it.each([
    ["a name without an extension", "png", png],
    ["an unsupported extension", "a.svg", Buffer.from("<svg/>")],
    ["the extension of another format", "a.png", jpg],
    ["a PDF followed by a zip", "a.pdf", Buffer.concat([pdf, plain])],
    ["a PNG followed by a zip", "a.png", Buffer.concat([png, plain])],
    ["a JPEG followed by a script", "a.jpg", Buffer.concat([jpg, Buffer.from("<script>")])],
    ["a zip preceded by HTML", "a.zip", Buffer.concat([Buffer.from("<html>"), plain])],
    ["a zip followed by other bytes", "a.zip", Buffer.concat([plain, Buffer.from("more")])],
    ["a zip without a workbook as xlsx", "a.xlsx", plain],
    ["a zip with a path outside its folder", "a.zip", zip([{ name: "../etc/passwd" }])],
    ["a zip with an absolute path", "a.zip", zip([{ name: "/etc/passwd" }])],
    ["a zip with a drive letter", "a.zip", zip([{ name: "C:evil" }])],
    ["a zip with backslashes leading outside its folder", "a.zip", zip([{ name: "..\\evil" }])],
    ["an empty zip", "a.zip", zip([])],
    ["a zip with a symbolic link", "a.zip", zip([{ name: "link", mode: 0o120777 }])],
    ["a zip within a zip", "a.zip", zip([{ name: "inner.zip" }])],
    ["a zip bomb", "a.zip", zip([{ name: "zeros", content: Buffer.alloc(8 * 1024 * 1024) }])],
    [
      "a zip that declares an excessive size",
      "a.zip",
      zip([{ name: "big", content: Buffer.alloc(2_000_000, "ab"), claimed: 0xfffffff0 }]),
    ],
    [
      "a zip that declares 1,000 bytes and expands to 200 MiB",
      "a.zip",
      zip([{ name: "a.pdf" }, { name: "zeros", content: Buffer.alloc(200 * 1024 * 1024), claimed: 1_000 }]),
    ],
    [
      "a workbook that declares less than it expands to",
      "a.xlsx",
      zip([
        { name: "[Content_Types].xml" },
        { name: "xl/workbook.xml", content: Buffer.alloc(2_000_000, "ab"), claimed: 1_000 },
      ]),
    ],
    [
      "a zip with less content than declared",
      "a.zip",
      zip([{ name: "a.pdf", content: Buffer.alloc(500, "ab"), claimed: 1_000 }]),
    ],
    [
      "a zip with a wrong compressed size",
      "a.zip",
      zip([{ name: "a.pdf", content: Buffer.alloc(500, "ab"), packed: 10 }]),
    ],
    [
      "a zip whose headers differ",
      "a.zip",
      zip([{ name: "a.pdf", content: Buffer.alloc(4, "a"), claimed: 6, method: 0 }]),
    ],
    [
      "a zip with invalid DEFLATE data",
      "a.zip",
      withByte(zip([{ name: "a.pdf", content: Buffer.alloc(500, "ab") }]), 35, 0xff),
    ],
    ["1,001 entries", "a.zip", zip(Array.from({ length: 1_001 }, (_, n) => ({ name: `f${n}` })))],
    [
      "66,000 entries, whose count overflows",
      "a.zip",
      zip(Array.from({ length: 66_000 }, (_, n) => ({ name: `f${n}` }))),
    ],
    ["an empty file", "a.zip", Buffer.alloc(0)],
  ])("rejects %s", async (_what, name, content) => expect(await fits(name, content)).toBe(false));
});
