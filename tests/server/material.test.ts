/**
 * Documents over HTTP: a ZIP archive is uploaded, its receipt lists the contents, anything else is rejected. Each user
 * sees only their own files.
 */
import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "@portolan/engine";
import { startTestServer, type Client, type TestServer } from "./server.ts";
import { zip } from "./zip.ts";

const CREATE = "POST /mer/own/material/create";
const LIST = "GET /mer/own/material/list";
const PNG = Buffer.from(
  "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000049454e44ae426082",
  "hex",
);
const JPG = Buffer.concat([
  Buffer.from("ffd8ffe000104a464946", "hex"),
  Buffer.alloc(200, 1),
  Buffer.from("ffd9", "hex"),
]);
const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");
const RAR = Buffer.from("526172211a070100", "hex");
const MIB = 1024 * 1024;

let server: TestServer;
let maker: Client;
let fresh: Client;
beforeAll(async () => {
  server = await startTestServer();
  [maker, fresh] = await Promise.all([server.as("maker"), server.as("new")]);
});
afterAll(() => server.stop());

async function upload(who: Client, name: string, content: Buffer, purpose = "material") {
  const form = new FormData();
  form.append("purpose", purpose);
  form.append("file", new Blob([new Uint8Array(content)]), name);
  return who.send("POST", "/mer/own/file", { body: form });
}
const send = (who: Client, body: Row, key: string = randomUUID()) => who.call(CREATE, body, { "idempotency-key": key });
const files = async () => Number((await server.db.query("SELECT count(*) AS n FROM file"))[0]!.n);
/** Builds a ZIP archive of exactly this size, padded with a comment and an incompressible entry. */
function zipOf(bytes: number): Buffer {
  const noise = Buffer.alloc(bytes - 65_000);
  for (
    let at = 0, block = createHash("sha256").update("seed").digest();
    at < noise.length;
    at += 32, block = createHash("sha256").update(block).digest()
  )
    block.copy(noise, at);
  const plain = zip([{ name: "scan.bin", content: noise }]);
  return zip([{ name: "scan.bin", content: noise }], "x".repeat(bytes - plain.length));
}

describe("a document archive", () => {
  it("is uploaded as a zip even before certification, and its receipt lists the contents [H6 V13]", async () => {
    const gbk = Buffer.from("b7a2c6b1", "hex");
    const content = zip([
      { name: "合同/" },
      { name: "合同/采购合同.pdf", content: Buffer.alloc(1_234, "a") },
      { name: "读我.txt", content: Buffer.from("x") },
      { name: Buffer.concat([gbk, Buffer.from(".pdf")]), content: Buffer.from("abc") },
    ]);
    const { map: file } = await upload(fresh, "11月单据.zip", content);
    expect(file).toEqual({
      id: expect.any(String),
      name: "11月单据.zip",
      size: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
    });
    const key = randomUUID();
    const body = { file: file["id"], note: "11 月贸易单据" };
    const answer = await send(fresh, body, key);
    const contents = [
      { name: "合同/采购合同.pdf", size: 1_234 },
      { name: "读我.txt", size: 1 },
      { name: "发票.pdf", size: 3 },
    ];
    expect(answer).toMatchObject({
      code: 2000,
      map: {
        record: {
          receiptNo: expect.stringMatching(/^MU/),
          fileName: "11月单据.zip",
          fileSize: content.length,
          contents,
          note: "11 月贸易单据",
        },
      },
    });
    const { receiptNo } = answer.map.record;
    expect((await send(fresh, body, key)).map.record.receiptNo).toBe(receiptNo);
    const listed = (await fresh.call(LIST, { totals: 1 })).map;
    expect(listed).toMatchObject({
      total: 1,
      list: [{ receiptNo, fileName: "11月单据.zip", fileSize: content.length }],
    });
    expect((await fresh.call("GET /mer/own/material/detail", { receiptNo })).map.record.contents).toEqual(contents);
    // Values that the user sends for server-filled fields are ignored.
    const lied = await send(fresh, { ...body, fileName: "other.zip", fileSize: 1, contents: [] });
    expect(lied.map.record).toMatchObject({ fileName: "11月单据.zip", fileSize: content.length, contents });
    expect((await maker.call("GET /mer/own/material/detail", { receiptNo })).code).toBe(4119);
  });

  it.each([
    ["a picture", "a.png", PNG],
    ["a PDF", "a.pdf", PDF],
    ["a rar", "a.rar", RAR],
    ["an HTML page named zip", "a.zip", Buffer.from("<html></html>")],
    ["a nested archive", "a.zip", zip([{ name: "inner.rar" }])],
    ["a zip with more than 1,000 entries", "a.zip", zip(Array.from({ length: 1_001 }, (_, n) => ({ name: `f${n}` })))],
    ["a zip bomb", "a.zip", zip([{ name: "zeros", content: Buffer.alloc(8 * MIB) }])],
    ["a zip with a path outside its folder", "a.zip", zip([{ name: "../a" }])],
  ])("is rejected as %s without storing anything [H6 V13 M13]", async (_what, name, content) => {
    const before = await files();
    expect(await upload(fresh, name, content)).toMatchObject({ code: 4110, message: "打不开这种文件，请换一个文件。" });
    fresh.lang = "en";
    expect((await upload(fresh, name, content)).message).toBe("File format error!");
    fresh.lang = "zh";
    expect(await files()).toBe(before);
  });

  it("may have up to 10 MiB, as may pictures [V12 V16 K12]", async () => {
    expect((await upload(maker, "full.zip", zipOf(10 * MIB))).code).toBe(2000);
    const before = await files();
    const more = await upload(maker, "more.zip", zipOf(10 * MIB + 1));
    expect(more).toMatchObject({ code: 4140, message: expect.stringContaining("10 MB") });
    const picture = (bytes: number) =>
      Buffer.concat([JPG.subarray(0, 12), Buffer.alloc(bytes - 14, 1), JPG.subarray(-2)]);
    expect((await upload(maker, "more.jpg", picture(10 * MIB + 1), "kyc")).code).toBe(4140);
    expect(await files()).toBe(before);
    expect((await upload(maker, "full.jpg", picture(10 * MIB), "kyc")).code).toBe(2000);
  });

  it("must be the merchant's own file, uploaded for this purpose [H6]", async () => {
    const foreign = (await upload(maker, "a.zip", zip([{ name: "a" }]))).map.id;
    const other = (await upload(fresh, "a.png", PNG, "kyc")).map.id;
    for (const file of [foreign, other, randomUUID()])
      expect((await send(fresh, { file })).map.errors).toMatchObject([{ at: "/file", code: "file" }]);
    expect((await send(fresh, {})).map.errors).toMatchObject([{ at: "/file", code: "required" }]);
  });

  it("is rejected above the merchant's quota [M12]", async () => {
    const review = await server.as("review");
    const [user] = await server.db.query("SELECT m, id FROM portal_user WHERE username = 'review@demo.portolan'");
    await server.db.query(
      "INSERT INTO file (m, id, user_id, name, mime, size, sha256, purpose, created_at) VALUES ($1, 'big', $2, 'big.zip', 'application/zip', $3, '', 'material', now())",
      [user!.m, user!.id, 500 * MIB],
    );
    const before = await files();
    expect(await upload(review, "a.zip", zip([{ name: "a" }]))).toMatchObject({
      code: 4109,
      message: "文件上传失败，请检查网络后重试。",
    });
    review.lang = "en";
    expect((await upload(review, "a.zip", zip([{ name: "a" }]))).message).toBe("File upload failed!");
    expect(await files()).toBe(before);
  });
});

describe("other uploads", () => {
  const accepted = [
    ["a.zip", zip([{ name: "a" }])],
    ["a.rar", RAR],
    ["a.pdf", PDF],
    ["a.jpe", JPG],
    ["a.jpeg", JPG],
    ["a.jpg", JPG],
    ["a.png", PNG],
  ] as const;
  it("accept zip, rar, pdf, jpe, jpeg, jpg and png by content, and nothing else [V14 M13]", async () => {
    for (const [name, content] of accepted)
      expect([name, (await upload(maker, name, content, "trade")).code]).toEqual([name, 2000]);
    // Bidirectional control characters are removed from file names.
    expect((await upload(maker, "gnp.\u202Efdp.pdf", PDF, "trade")).map.name).toBe("gnp.fdp.pdf");
    const before = await files();
    for (const [name] of accepted)
      expect([name, (await upload(maker, name, Buffer.from("plain words"), "trade")).code]).toEqual([name, 4110]);
    for (const name of ["a.svg", "a.html", "a.exe", "a.gif", "a.docx", "a.xlsx", "zip"])
      expect([name, (await upload(maker, name, PNG, "trade")).code]).toEqual([name, 4110]);
    expect(await files()).toBe(before);
  });
  it("require a known purpose", async () => {
    expect((await upload(maker, "a.zip", zip([{ name: "a" }]), "nothing")).map.errors).toMatchObject([
      { at: "/purpose" },
    ]);
  });
});

describe("downloads", () => {
  it("return a merchant's own file to its users only, as an attachment [C25]", async () => {
    const content = zip([{ name: "a" }]);
    const { id } = (await upload(maker, "单据.zip", content)).map;
    const checker = await server.as("checker");
    for (const who of [maker, checker]) {
      const got = await who.call("GET /mer/other/load/file", { id });
      expect(got.bytes.equals(content)).toBe(true);
      expect(got.headers.get("content-disposition")).toContain(`filename*=UTF-8''${encodeURIComponent("单据.zip")}`);
      expect(got.headers.get("x-content-type-options")).toBe("nosniff");
    }
    for (const asked of [{ id: randomUUID() }, { id: "../secret" }, {}])
      expect((await maker.call("GET /mer/other/load/file", asked)).code).toBe(4119);
    expect((await fresh.call("GET /mer/other/load/file", { id })).code).toBe(4119);
    expect((await server.client().call("GET /mer/other/load/file", { id })).status).toBe(302);
  });

  it("return a merchant's own picture as a data URL, and reject other files [C26]", async () => {
    const { id } = (await upload(maker, "证件.png", PNG, "kyc")).map;
    expect((await maker.call("POST /mer/other2/show/image", { id })).map).toEqual({
      name: "证件.png",
      image: `data:image/png;base64,${PNG.toString("base64")}`,
    });
    expect((await fresh.call("POST /mer/other2/show/image", { id })).code).toBe(4119);
    const zipped = (await upload(maker, "a.zip", zip([{ name: "a" }]))).map.id;
    expect((await maker.call("POST /mer/other2/show/image", { id: zipped })).code).toBe(4110);
  });
});
