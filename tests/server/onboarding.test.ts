/**
 * Certification over HTTP: registration, submission, refusals, requested documents, and what each outcome enables and
 * disables.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Row, TIME_HEADER } from "@portolan/engine";
import { registered } from "./registering.ts";
import { textOfPdf } from "./pdf-text.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
let fresh: Client;
beforeAll(async () => {
  server = await startTestServer();
  [maker, fresh] = await Promise.all([server.as("maker"), server.as("new")]);
});
afterAll(() => server.stop());

const HAND_IN = "POST /mer/info/auth/newAuthBuss";
const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`../schemas/onboarding/valid/${name}.json`, import.meta.url), "utf8")) as Row;
const PNG = Buffer.from(
  "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63620000000600030336374aa80000000049454e44ae426082",
  "hex",
);

async function upload(who: Client, name: string, content = PNG, purpose = "kyc") {
  const form = new FormData();
  form.append("purpose", purpose);
  form.append("file", new Blob([content]), name);
  return who.send("POST", "/mer/own/file", { body: form });
}
/** Returns the values of the fixture, with files uploaded by this merchant. */
async function answers(who: Client, name: string, more: Row = {}): Promise<Row> {
  const { id } = (await upload(who, "证件.png")).map;
  return JSON.parse(JSON.stringify({ ...fixture(name), ...more }).replaceAll(/"f_\w+"/g, JSON.stringify(id))) as Row;
}
const send = (who: Client, body: Row) => who.call(HAND_IN, body, { "idempotency-key": randomUUID() });
const message = async (who: Client) => (await who.call("GET /mer/info/auth/msg")).map;
const status = async (who: Client) => (await who.call("GET /mer/user/info")).map.userStatus;
const stored = async (m: string) =>
  (await server.db.query("SELECT status, version FROM e_onboarding WHERE m = $1", [m]))[0];

describe("certification", () => {
  it("is required before anything else, and its status is available in every state [C74 S1 M7 K8 P4]", async () => {
    for (const [user, expected] of [
      ["new", 4],
      ["review", 0],
      ["failed", -1],
      ["maker", 1],
    ] as const) {
      const who = await server.as(user);
      expect(await status(who)).toBe(expected);
      expect((await message(who)).userStatus).toBe(expected);
      const page = await who.call("GET /mer/gep/withdraw/page");
      if (expected === 1) expect(page.code).toBe(2000);
      else expect(page).toMatchObject({ status: 303, message: "完成认证后就能使用，约需 10 分钟。" });
    }
    expect(await message(fresh)).toEqual({ userStatus: 4, message: "未认证", asked: [] });
    // A review says by when a decision is usual: on the next working day.
    const { expectedBy } = await message(await server.as("review"));
    const today = new Date(server.clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(expectedBy >= today && Date.parse(expectedBy) - Date.parse(today) <= 3 * 86_400_000).toBe(true);
    expect([0, 6]).not.toContain(new Date(expectedBy).getUTCDay());
    expect(await message(maker)).not.toHaveProperty("expectedBy");
    fresh.lang = "en";
    expect((await fresh.call("GET /mer/gep/withdraw/page")).message).toBe("Please authenticate first!");
    fresh.lang = "zh";
  });

  it("rejects invalid applications that bypass the form, and stores nothing [C76 F10 V24 V25 K18 M15]", async () => {
    const body = await answers(fresh, "company");
    const refused = async (change: (copy: Row) => void, at: string, code: string, text?: string) => {
      const copy = structuredClone(body);
      change(copy);
      const answer = await send(fresh, copy);
      expect(answer.code).toBe(4000);
      expect(answer.map.errors).toContainEqual(
        expect.objectContaining({ at, code, ...(text === undefined ? {} : { message: text }) }),
      );
    };
    const holder = (copy: Row) => (copy["shareholders"] as Row[])[0]!;
    await refused(
      (copy) => void (holder(copy)["ownership"] = "24.9"),
      "/shareholders/0/ownership",
      "formatMinimum",
      "持股比例为 25%-100%",
    );
    await refused((copy) => void (holder(copy)["ownership"] = "100.1"), "/shareholders/0/ownership", "formatMaximum");
    await refused(
      (copy) => void (holder(copy)["ownership"] = "61"),
      "/shareholders",
      "together",
      "持股比例合计不能超过 100%",
    );
    await refused((copy) => void delete copy["shareholders"], "/shareholders", "required");
    await refused((copy) => void delete copy["idFront"], "/idFront", "required", "请上传身份证正面");
    await refused((copy) => void delete copy["idBack"], "/idBack", "required", "请上传身份证反面");
    await refused((copy) => void (copy["noSanctions"] = false), "/noSanctions", "const");
    await refused(
      (copy) => void (copy["businessType"] = "gambling"),
      "/businessType",
      "options",
      "暂不支持这类业务，请选择电商或一般贸易",
    );
    await refused((copy) => void (copy["licence"] = "not-a-file-of-mine"), "/licence", "file");
    await refused((copy) => void (copy["idExpiry"] = "2020-01-01"), "/idExpiry", "idValid");
    expect(await stored("100003")).toBeUndefined();
    expect(await status(fresh)).toBe(4);
  });

  it("is under review after submission, and certifies the merchant under its name when it passes [C76 F10 S1]", async () => {
    const body = await answers(fresh, "company", { companyName: "宁波远帆进出口有限公司" });
    // A newly registered user is named by the email address until certification.
    const unname = () =>
      server.db.query("UPDATE portal_user SET name = split_part(username, '@', 1) WHERE m = '100003'");
    await unname();
    // A colleague with a name keeps it.
    await server.db.query(
      "INSERT INTO portal_user (id, m, username, name, login_hash, grants, state, created_at) SELECT 'colleague', m, 'colleague@new.example', '王芳', login_hash, grants, state, created_at FROM portal_user WHERE username = 'new@demo.portolan'",
    );
    const answer = await send(fresh, { ...body, status: "passed", submittedBy: "somebody" });
    expect(answer).toMatchObject({
      code: 2000,
      map: { record: { id: "OB100003", status: "underReview", submittedBy: "new", earliestExpiry: "2035-06-17" } },
    });
    await server.worker.drain();
    expect(await status(fresh)).toBe(1);
    const who = async () => (await fresh.call("GET /mer/own/onboarding/detail")).map.timeline[0];
    expect(await who()).toMatchObject({ username: "new@demo.portolan", name: body["agentName"] ?? body["personName"] });
    expect((await fresh.call("GET /mer/user/info")).map).toMatchObject({
      name: body["agentName"] ?? body["personName"],
      merName: "宁波远帆进出口有限公司",
      merNameEn: body["companyNameEn"],
    });
    expect((await fresh.call("GET /mer/gep/withdraw/page")).code).toBe(2000);
    expect(await message(fresh)).toMatchObject({ userStatus: 1, status: "passed", message: "已认证", asked: [] });
    expect(await message(fresh)).not.toHaveProperty("expiresOn");
    expect(await server.db.query("DELETE FROM portal_user WHERE id = 'colleague' RETURNING name")).toEqual([
      { name: "王芳" },
    ]);
    expect((await server.db.query("SELECT name FROM merchant WHERE id = '100003'"))[0]).toEqual({
      name: "宁波远帆进出口有限公司",
    });
    const acts = await server.db.query(
      "SELECT action, detail FROM audit WHERE m = '100003' AND action LIKE 'onboarding.%' ORDER BY seq",
    );
    expect(acts.map(({ action, detail }) => [action, (detail as Row)["userStatus"]])).toEqual([
      ["onboarding.submit", { from: 4, to: 0 }],
      ["onboarding.pass", { from: 0, to: 1 }],
    ]);
    await unname();
    expect(await who()).toMatchObject({ username: "new@demo.portolan", name: null });
  });

  it("accepts no further application once it passed [C76]", async () => {
    const before = await stored("100003");
    const again = await send(fresh, await answers(fresh, "company"));
    expect(again.code).toBe(4120);
    expect(await stored("100003")).toEqual(before);
    expect((await message(await server.as("solo"))).record.id).toBe("OB100002");
  });

  it("reports why it failed by field, and accepts the corrected application with the old answers [C74 C76 F10]", async () => {
    const failed = await server.as("failed");
    const { name } = (await failed.call("GET /mer/user/info")).map;
    const told = await message(failed);
    expect(told).toMatchObject({
      userStatus: -1,
      status: "failed",
      message: "未通过",
      asked: [
        { field: "licence", label: "营业执照" },
        { field: "idBack", label: "身份证反面" },
      ],
    });
    expect(told.record.residentId).toBe("110***********002X");
    const licence = (await upload(failed, "营业执照.png")).map.id;
    // The merchant's own record is masked as well; sending back the masked value leaves it unchanged.
    const { record } = (await failed.call("GET /mer/own/onboarding/detail")).map;
    expect(record.residentId).toBe("110***********002X");
    const answer = await send(failed, { licence, residentId: record.residentId });
    expect(await server.db.query("SELECT data->>'residentId' AS kept FROM e_onboarding WHERE m = '100005'")).toEqual([
      { kept: "11010519491231002X" },
    ]);
    expect(answer).toMatchObject({
      code: 2000,
      map: { record: { status: "underReview", licence, companyName: "义乌晨光饰品有限公司" } },
    });
    expect(await status(failed)).toBe(0);
    await server.worker.drain();
    expect(await status(failed)).toBe(1);
    const passed = await message(failed);
    expect([passed.reason, passed.asked]).toEqual([undefined, []]);
    // The form of a later correction must not offer the fields of this one.
    expect(await server.db.query("SELECT data -> 'asked' AS asked FROM e_onboarding WHERE m = '100005'")).toEqual([
      { asked: [] },
    ]);
    // A user with a name keeps it.
    expect((await failed.call("GET /mer/user/info")).map.name).toBe(name);
  });

  it("ends by the company name in the sandbox: 驳回 fails it, 补件 requests more documents once [F10 S1]", async () => {
    const who = await registered(server);
    const first = await send(who, await answers(who, "company", { companyName: "宁波补件贸易有限公司" }));
    expect(first.code).toBe(2000);
    await server.worker.drain();
    expect(await message(who)).toMatchObject({
      userStatus: 0,
      status: "moreNeeded",
      message: "待补充资料",
      asked: [{ field: "licence" }, { field: "idFront" }],
    });
    const second = await send(who, {
      licence: (await upload(who, "清晰.png")).map.id,
      companyName: "宁波驳回贸易有限公司",
    });
    expect(second.code).toBe(2000);
    await server.worker.drain();
    expect(await message(who)).toMatchObject({
      userStatus: -1,
      status: "failed",
      reason: "资料与登记信息不符",
      asked: [{ field: "companyName" }, { field: "licence" }, { field: "idFront" }],
    });
    const { list } = (await who.call("GET /mer/own/notification/list")).map;
    expect(list.map((row: { title: string }) => row.title)).toEqual(
      expect.arrayContaining([
        "认证还需补充：请补充清晰的证件影像。",
        "认证未通过：资料与登记信息不符。请修改标出的项目。",
      ]),
    );
  });

  it("masks identity numbers of directors and shareholders, and keeps them when masked values are resubmitted in another order [F10]", async () => {
    const who = await registered(server);
    const numbers = ({ record }: Row) =>
      ["directors", "shareholders"].map((list) => (record as Record<string, Row[]>)[list]![0]!["idNumber"]);
    const detail = async () => (await who.call("GET /mer/own/onboarding/detail")).map;
    const said = await answers(who, "company", { companyName: "宁波补件贸易有限公司" });
    const made = await send(who, said);
    expect([numbers(made.map), numbers(await detail())]).toEqual([
      ["E****8", "E****8"],
      ["E****8", "E****8"],
    ]);
    await server.worker.drain();
    expect((await detail()).record.status).toBe("moreNeeded");
    expect(numbers(await detail())).toEqual(["E****8", "E****8"]);
    const { directors } = (await detail()).record as Record<string, Row[]>;
    const other = { ...(said["directors"] as Row[])[0], name: "林小满", idNumber: "E99990000" };
    expect((await send(who, { directors: [other, { ...directors![0], idNumber: "E****9" }] })).map.errors).toEqual([
      expect.objectContaining({ at: "/directors/1/idNumber", code: "covered" }),
    ]);
    expect((await send(who, { directors: [other, directors![0]] })).code).toBe(2000);
    const [{ kept } = {}] = await server.db.query("SELECT data -> 'directors' AS kept FROM e_onboarding WHERE m = $1", [
      (await who.call("GET /mer/user/info")).map.merId,
    ]);
    expect((kept as Row[]).map((row) => row["idNumber"])).toEqual(["E99990000", "E12345678"]);
  });

  it("rejects another merchant's file, even if an earlier answer contained its id [C25]", async () => {
    const who = await registered(server);
    const theirs = (await upload(maker, "证件.png")).map.id;
    await send(who, await answers(who, "company", { companyName: "宁波补件贸易有限公司" }));
    await server.worker.drain();
    expect((await send(who, { companyAddress: theirs, companyName: "宁波驳回贸易有限公司" })).code).toBe(2000);
    await server.worker.drain();
    const answer = await send(who, { licence: theirs });
    expect(answer).toMatchObject({ code: 4000, map: { errors: [{ at: "/licence", code: "file" }] } });
  });

  it("of an individual stores no company fields [F10]", async () => {
    const who = await registered(server);
    const answer = await send(who, await answers(who, "individual", { companyName: "不该留下" }));
    expect(answer.code).toBe(2000);
    expect(answer.map.record.companyName).toBeUndefined();
    await server.worker.drain();
    expect(await status(who)).toBe(1);
  });

  it("leads from registration to grants, terms and business calls [C1 H7 S1]", async () => {
    const who = await registered(server);
    expect(await status(who)).toBe(4);
    expect(
      (await who.call("GET /mer/menu/role/m")).map.merMenuList.map((item: { menuId: string }) => item.menuId),
    ).toContain("withdrawal");
    await send(who, await answers(who, "company"));
    await server.worker.drain();
    expect(await status(who)).toBe(1);
    const { list } = (await who.call("GET /mer/own/channel/list", { size: 100 })).map;
    expect(list.map((row: { product: string }) => row.product)).toEqual(
      expect.arrayContaining(["withdrawal", "recharge", "swap"]),
    );
  });

  it("warns thirty days before a document expires, and requests a new one when it has [F10]", async () => {
    const who = await registered(server);
    const soon = new Date(server.clock.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    await send(who, await answers(who, "individual", { idExpiry: soon }));
    await server.worker.drain();
    expect(await status(who)).toBe(1);
    const clock = server.sandbox!.clock;
    await clock.advance(12 * 86_400_000);
    await server.worker.drain();
    // Forms calculate with the date of the product's time zone, not the machine's.
    expect(
      Math.abs(Date.parse((await who.call("GET /mer/info/auth/msg")).headers.get(TIME_HEADER)!) - clock.now()),
    ).toBeLessThan(5_000);
    expect(await message(who)).toMatchObject({ userStatus: 1, status: "passed", expiresOn: soon });
    const titles = async () =>
      (await who.call("GET /mer/own/notification/list", { size: 100 })).map.list.map(
        (row: { title: string }) => row.title,
      );
    expect((await titles()).filter((title: string) => title === "证件将在 30 天内到期，请更新。")).toHaveLength(1);
    await clock.advance(30 * 86_400_000);
    await server.worker.drain();
    expect(await message(who)).toMatchObject({ userStatus: 0, status: "moreNeeded" });
    expect((await titles()).filter((title: string) => title === "证件将在 30 天内到期，请更新。")).toHaveLength(1);
  });
});

describe("a party of a company", () => {
  const PARTIES = "GET /mer/own/onboardingParty/list";
  const SUPPLY = "POST /mer/own/onboardingParty/supply";
  const list = async (who: Client) => (await who.call(PARTIES, { size: 100 })).map.list as Row[];
  const find = (rows: Row[], role: string) => rows.find((row) => row["role"] === role)!;
  const readDirectors = async (who: Client) =>
    (await who.call("GET /mer/own/onboarding/detail")).map.record.directors as Row[];

  it("gets a record from the application, is reviewed by itself, and follows the next submission [F10 E11]", async () => {
    const who = await registered(server);
    const body = await answers(who, "company", { companyName: "宁波补件贸易有限公司" });
    const [director] = body["directors"] as Row[];
    expect((await send(who, { ...body, directors: [{ ...director, name: "林补件" }] })).code).toBe(2000);
    await server.worker.drain();
    const first = await list(who);
    expect(first.map((row) => row["role"]).toSorted()).toEqual(
      expect.arrayContaining(["beneficiary", "director", "legalPerson", "shareholder"]),
    );
    // The review asks for the document of one party; the others pass.
    expect(find(first, "director")).toMatchObject({
      name: "林补件",
      type: "00",
      status: "moreNeeded",
      idNumber: "E****8",
    });
    expect(find(first, "shareholder")).toMatchObject({ status: "passed" });
    const { id } = (await upload(who, "护照.png")).map;
    const supply = { id: find(first, "director")["id"], document: id, documentExpiry: "2036-01-31" };
    const late = await who.call(SUPPLY, { ...supply, documentExpiry: "2020-01-31" });
    expect(late.map.errors).toMatchObject([{ at: "/documentExpiry", code: "valid" }]);
    expect(find(await list(who), "director")["status"]).toBe("moreNeeded");
    expect((await who.call(SUPPLY, supply)).code).toBe(2000);
    await server.worker.drain();
    expect(find(await list(who), "director")).toMatchObject({ status: "passed", documentExpiry: "2036-01-31" });
    // The application has the new document, so that its next submission keeps it.
    expect(await readDirectors(who)).toMatchObject([{ name: "林补件", document: id, documentExpiry: "2036-01-31" }]);
    // A director who is left out is removed; one who is on a sanctions list is blocked.
    const others = ["王小满", "SANCTION LI"].map((name, n) => ({ ...director, name, idNumber: `E9999000${n}` }));
    expect((await send(who, { directors: others })).code).toBe(2000);
    await server.worker.drain();
    const directors = (await list(who)).filter((row) => row["role"] === "director");
    expect(directors.map((row) => [row["name"], row["status"]]).toSorted()).toEqual([
      ["SANCTION LI", "blocked"],
      ["林补件", "left"],
      ["王小满", "passed"],
    ]);
    expect((await list(await server.as("solo"))).every((row) => row["application"] === "OB100002")).toBe(true);
  });

  it("changes the document of an approved application only after its own review [F10 E11]", async () => {
    const who = await registered(server);
    const body = await answers(who, "company");
    const [director] = body["directors"] as Row[];
    const agent = { byAgent: true, agentKind: "agent", agentName: "陈代办", agentPhone: "+8613800138000" };
    const papers = { agentEmail: "agent@example.com", agentIdFront: body["idFront"], agentIdBack: body["idFront"] };
    const named = { directors: [{ ...director, name: "林补件待审" }], ...agent, ...papers };
    expect((await send(who, { ...body, ...named, authorisation: body["licence"] })).code).toBe(2000);
    await server.worker.drain();
    expect(await status(who)).toBe(1);
    expect(find(await list(who), "agent")).toMatchObject({ name: "陈代办", status: "passed" });
    const { id } = (await upload(who, "护照.png")).map;
    const supply = { id: find(await list(who), "director")["id"], document: id, documentExpiry: "2036-01-31" };
    expect((await who.call(SUPPLY, supply)).code).toBe(2000);
    await server.worker.drain();
    expect(find(await list(who), "director")["status"]).toBe("underReview");
    expect(await readDirectors(who)).toMatchObject([{ document: director!["document"] }]);
    await server.sandbox!.clock.advance(12 * 86_400_000);
    await server.worker.drain();
    expect(find(await list(who), "director")["status"]).toBe("passed");
    expect(await readDirectors(who)).toMatchObject([{ document: id, documentExpiry: "2036-01-31" }]);
    expect(await status(who)).toBe(1);
  });

  it("is reminded of once, thirty days before its document expires [F10 E11]", async () => {
    const who = await registered(server);
    const soon = new Date(server.clock.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    const body = await answers(who, "company");
    const [director] = body["directors"] as Row[];
    await send(who, { ...body, directors: [{ ...director, documentExpiry: soon }] });
    await server.worker.drain();
    const titles = async () =>
      (await who.call("GET /mer/own/notification/list", { size: 100 })).map.list.map(
        (row: { title: string }) => row.title,
      );
    const reminders = async () =>
      (await titles()).filter((title: string) => title.startsWith("董事") && title.includes("30 天内到期"));
    expect(await reminders()).toEqual([]);
    await server.sandbox!.clock.advance(12 * 86_400_000);
    await server.worker.drain();
    expect(await reminders()).toHaveLength(1);
    await server.sandbox!.clock.advance(30 * 86_400_000);
    await server.worker.drain();
    expect(await reminders()).toHaveLength(1);
    expect(find(await list(who), "director")["status"]).toBe("moreNeeded");
  });
});

it("takes the minutes that its form declares, wherever a text says how long it takes [F10]", () => {
  const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")) as Row;
  const { minutes } = read("schemas/entities/onboarding.json")["x-form"] as Row;
  const texts = ["zh", "en"].flatMap((lang) => {
    const [shell, home] = [read(`locales/${lang}/shell.json`), read(`locales/${lang}/home.json`)];
    return [shell["gate.4"], home["home.status.4"], home["home.stepHelp.certify"]];
  });
  expect(texts.map((text) => /(\d+) (?:分钟|minutes)/.exec(String(text))?.[1])).toEqual(
    texts.map(() => String(minutes)),
  );
});

describe("certification files", () => {
  it("the authorisation letter contains the applicant's names, in both languages, as a sandboxed download [C75]", async () => {
    const letter = await maker.call("GET /mer/info/auth/file/authorization");
    expect(letter.headers.get("content-disposition")).toMatch(/^attachment; /);
    expect(letter.headers.get("content-security-policy")).toMatch(/^sandbox/);
    expect(letter.headers.get("content-type")).toBe("application/pdf");
    const page = textOfPdf(letter.bytes);
    for (const part of ["授权书", "Authorisation letter", "杭州启航贸易有限公司", "91110000802100433B"])
      expect(page).toContain(part);
    const [code = ""] = /OB\d+(-[0-9A-F]{4}){4}/.exec(page) ?? [];
    expect((await maker.ask("findRecords", { q: code })).list).toMatchObject([
      { entity: "onboarding", tone: "success" },
    ]);
    const blank = textOfPdf((await fresh.call("GET /mer/other2/load/file/b5")).bytes);
    expect(blank).toContain("授权书");
    expect(blank).not.toContain("启航");
    expect(blank).not.toContain("核验码");
  });

  it("a picture is shown only to its own merchant, and other files are never shown inline [C25 C26]", async () => {
    const { id } = (await upload(maker, "a.png")).map;
    const shown = await maker.call("POST /mer/other2/show/image", { id });
    expect(shown.map).toEqual({ name: "a.png", image: `data:image/png;base64,${PNG.toString("base64")}` });
    expect((await fresh.call("POST /mer/other2/show/image", { id })).code).toBe(4119);
    expect((await fresh.call("GET /mer/other/load/file", { id })).code).toBe(4119);
    const pdf = (await upload(maker, "a.pdf", Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n")))
      .map.id;
    expect((await maker.call("POST /mer/other2/show/image", { id: pdf })).code).toBe(4110);
    const file = await maker.call("GET /mer/other/load/file", { id: pdf });
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; /);
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    expect(file.headers.get("content-security-policy")).toMatch(/sandbox/);
  });

  it("the demo documents can be downloaded [C25]", async () => {
    const { record } = (await maker.call("GET /mer/own/onboarding/detail")).map;
    const file = await maker.call("GET /mer/other/load/file", { id: record.licence });
    expect(file.bytes.subarray(1, 4).toString("latin1")).toBe("PNG");
  });
});
