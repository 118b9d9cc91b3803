/**
 * Import templates, opened with a spreadsheet library: their columns follow the schema, and a completed one creates
 * payees.
 */
import { createHash } from "node:crypto";
import { read, utils, write } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "@portolan/engine";
import { textOfPdf } from "./pdf-text.ts";
import { startTestServer, type Answer, type Client, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.as("maker");
});
afterAll(() => server.stop());

const FILE = "GET /mer/other2/load/file";
const sheet = ({ bytes }: Answer) => {
  const book = read(bytes);
  return utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
};
/** Returns the header of a column: the label of the field, or of the property that identifies a reference. */
function labels(name: string, lang: "zh" | "en"): string[] {
  const entity = server.schemas.entities.get(name)!;
  return entity.list.import!.fields.flatMap((own) => {
    const { ref } = entity.field(own);
    const other = ref && server.schemas.entities.get(ref.entity)!;
    return other
      ? [...ref.label.matchAll(/\{(\w+)\}/g)].map(([, part]) => {
          const copy = Object.keys(ref!.copies).find((one) => ref!.copies[one] === part);
          return copy ? entity.label(copy, lang) : other.label(part!, lang);
        })
      : [entity.label(own, lang)];
  });
}

describe("file templates", () => {
  it("b1 is the import template of payees, with headers in the reader's language [C28 V15]", async () => {
    await opens("b1", "bankAccount");
    expect(sheet(await maker.call(`${FILE}/b1`))[0]).toEqual([
      "户名",
      "账号",
      "开户行",
      "省份",
      "城市",
      "支行",
      "联行号",
      "备注名",
    ]);
  });
  it("b2 is the import template of CNY payments [C29 V15]", () => opens("b2", "withdrawal"));
  it("b3 is the import template of remittances, and lists values by the names to enter [C30 V15]", async () => {
    await opens("b3", "remittance");
    const [head, rules] = sheet(await maker.call(`${FILE}/b3`));
    expect(rules![head!.indexOf("用途")]).toContain("货物贸易");
  });

  async function opens(file: string, name: string) {
    for (const lang of ["zh", "en"] as const) {
      maker.lang = lang;
      const answer = await maker.call(`${FILE}/${file}`);
      maker.lang = "zh";
      expect(answer.headers.get("content-type")).toBe(
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      );
      expect(answer.headers.get("content-disposition")).toMatch(
        /^attachment; filename="[\w.]+\.xlsx"; filename\*=UTF-8''/,
      );
      const [head, rules] = sheet(answer);
      const expected = labels(name, lang);
      // A label shared by two columns includes the name of its reference.
      expect(head!.map((text, index) => text.includes(expected[index]!))).toEqual(expected.map(() => true));
      expect(rules!.every((cell) => cell.startsWith("※"))).toBe(true);
    }
  }

  it("b4 is not found, and every template requires a session [C28 C29 C30 C31]", async () => {
    expect((await maker.call(`${FILE}/b4`)).status).toBe(404);
    for (const file of ["b1", "b2", "b3", "b5"])
      expect((await server.client().call(`${FILE}/${file}`)).status).toBe(302);
  });

  it("b5 is the blank authorisation letter, while an application's letter contains the merchant's name [C31 C75]", async () => {
    const blank = await maker.call(`${FILE}/b5`);
    expect(blank.headers.get("content-type")).toBe("application/pdf");
    expect(blank.headers.get("content-disposition")).toContain(`filename*=UTF-8''${encodeURIComponent("授权书.pdf")}`);
    expect(blank.headers.get("cache-control")).toBe("no-store");
    const name = String((await server.db.query("SELECT name FROM merchant WHERE id = '100001'"))[0]!.name);
    expect(textOfPdf(blank.bytes)).toContain("授权书");
    expect(textOfPdf(blank.bytes)).not.toContain(name);
    const own = await maker.call("GET /mer/info/auth/file/authorization");
    expect(own.headers.get("content-disposition")).toMatch(/^attachment; /);
    expect(textOfPdf(own.bytes)).toContain(name);
    maker.lang = "en";
    expect((await maker.call(`${FILE}/b5`)).headers.get("content-disposition")).toContain("Authorisation");
    maker.lang = "zh";
  });
});

describe("import of payees", () => {
  const IMPORT = "POST /mer/own/bankAccount/import";
  const good = {
    holder: "宁波远帆进出口有限公司",
    account: "6222021202041230001",
    bank: "中国工商银行",
    province: "浙江省",
    city: "杭州市",
    branch: "中国工商银行杭州分行营业部",
    linkedBankNo: "102331000014",
    label: "新供应商",
  };

  it("creates payees from a completed template, reports invalid rows by field, and creates none twice [C28 V15]", async () => {
    const template = sheet(await maker.call(`${FILE}/b1`));
    const fields = server.schemas.entity("bankAccount").list.import!.fields as (keyof typeof good)[];
    // Filled in by a user, also in the older format.
    for (const bookType of ["xlsx", "xls"] as const) {
      const filled = utils.aoa_to_sheet([...template, fields.map((name) => good[name])]);
      const book = utils.book_new();
      utils.book_append_sheet(book, filled, "payees");
      const bytes = write(book, { type: "buffer", bookType }) as Buffer;
      expect(utils.sheet_to_json<string[]>(read(bytes).Sheets["payees"]!, { header: 1 })[2]).toEqual(
        fields.map((name) => good[name]),
      );
    }
    const fileHash = createHash("sha256").update("payees").digest("hex");
    const rows = [
      { line: 3, record: good },
      { line: 4, record: { ...good, account: "12" } },
      { line: 5, record: { ...good, account: "6222021202041230002", city: "不存在市" } },
      { line: 6, record: good },
    ];
    const judged = (await maker.call(IMPORT, { fileHash, check: true, rows })).map.rows as {
      line: number;
      errors: { at: string }[];
    }[];
    expect(judged.map(({ line, errors }) => [line, errors.map(({ at }) => at)])).toMatchObject([
      [3, []],
      [4, ["/account"]],
      [5, expect.arrayContaining(["/city"])],
      [6, []],
    ]);
    const before = await payees();
    for (const _time of [1, 2]) {
      expect((await maker.call(IMPORT, { fileHash, run: 1, rows })).code).toBe(2000);
      const asked = async () => (await maker.call(IMPORT, { fileHash, run: 1 })).map.batch;
      await server.worker.drain();
      await expect.poll(async () => (await asked()).waiting, { timeout: 10_000 }).toBe(0);
      const batch = await asked();
      expect(batch).toMatchObject({ rows: 4, waiting: 0, done: 1, refused: 3 });
      expect(batch.results.find(({ line }: { line: number }) => line === 6).errors).toMatchObject([
        { at: "/account", code: "unique" },
      ]);
      expect(await payees()).toBe(before + 1);
    }
    const { list } = (await maker.call("GET /mer/account/page", { q: "新供应商" })).map as { list: Row[] };
    expect(list).toMatchObject([{ holder: good.holder, branch: good.branch, linkedBankNo: good.linkedBankNo }]);
  });
  const payees = async () => Number((await server.db.query("SELECT count(*) AS n FROM e_bank_account"))[0]!.n);
});
