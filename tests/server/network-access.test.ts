/**
 * Opening an account over HTTP: network access refused, edited and granted; the account refused, retried and opened;
 * the fee is charged only then.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { post } from "../../server/payments/ledger/post.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
let own: Record<string, unknown>;
const add = "POST /mer/networkAccess/add";
const openAcc = "POST /mer/networkAccess/openAcc";
const readd = "POST /mer/own/networkAccess/readd";
const wallet = async () =>
  (await maker.call("GET /mer/wallet/one", { currency: "USD" })).map.record as {
    withdrawable: string;
    unavailable: string;
  };
const getOne = async (orderNo: string, who = maker) => who.call("GET /mer/networkAccess/getOne", { orderNo });
const stored = async () =>
  JSON.stringify([
    await server.db.query("SELECT id, status FROM e_network_access ORDER BY id"),
    await server.db.query("SELECT m, id, balance FROM ledger_account ORDER BY m, id"),
  ]);
async function upload(who: Client, purpose: string) {
  const form = new FormData();
  form.append("purpose", purpose);
  form.append(
    "file",
    new Blob([Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n")]),
    "营业执照.pdf",
  );
  return String((await who.send("POST", "/mer/own/file", { body: form })).map.id);
}
const apply = async (more: object = {}) => {
  const answer = await maker.call(add, { ...own, ...more });
  await server.worker.drain();
  return answer.map.record?.orderNo as string;
};
const statusOf = async (orderNo: string) => (await getOne(orderNo)).map.record.status;

beforeAll(async () => {
  server = await startTestServer();
  maker = await server.as("maker");
  own = {
    institution: "HKPB",
    businessType: "ecommerce",
    companyName: "Hangzhou Qihang Trading Co., Ltd.",
    currencies: [{ currency: "USD" }, { currency: "HKD" }],
    licence: await upload(maker, "networkLicence"),
    attachment: await upload(maker, "networkAttachment"),
    contactName: "陈明",
    contactEmail: "chen@example.com",
    contactPhone: "+8613800138001",
  };
});
afterAll(() => server.stop());
const deposit = () =>
  server.db.tx((tx) =>
    post(tx, {
      tenant: "100001",
      kind: "opening",
      order: { kind: "opening", id: "OB1" },
      step: "USD",
      at: Date.now(),
      lines: [{ from: "nostro", to: "avail", currency: "USD", amount: 20_000n }],
    }),
  );

describe("network access", () => {
  let orderNo = "";
  it("is applied for and granted without holding or charging money [C115 C117 R34 S5]", async () => {
    const before = await wallet().catch(() => undefined);
    const answer = await maker.call(add, own);
    expect(answer).toMatchObject({
      code: 2000,
      map: { record: { status: "inProcess", openingFee: "50.00", maker: "陈明" } },
    });
    orderNo = answer.map.record.orderNo;
    await server.worker.drain();
    const { map } = await getOne(orderNo);
    expect(map).toMatchObject({
      record: { status: "accessGranted" },
      events: [{ event: "openAcc", to: "opening", stepUp: "pay" }],
      labels: { licence: { [String(own["licence"])]: "营业执照.pdf" } },
    });
    expect(await wallet().catch(() => undefined)).toEqual(before);
    const solo = await server.as("solo");
    expect((await getOne(orderNo, solo)).code).toBe(4119);
    expect((await solo.confirmed(openAcc, { id: orderNo })).code).toBe(4119);
  });

  it("requires the opening fee in the wallet before an account can be requested [C116 M10]", async () => {
    const before = await stored();
    expect((await maker.call(openAcc, { id: orderNo })).code).toBe(4124);
    expect(await maker.confirmed(openAcc, { id: orderNo })).toMatchObject({ code: 4107, message: "可用余额不足。" });
    expect(await stored()).toBe(before);
  });

  it("opens the account, charges the fee and creates its receiving accounts [C116 S5]", async () => {
    await deposit();
    const answer = await maker.confirmed(openAcc, { id: orderNo });
    expect(answer.map.record.status).toBe("opening");
    expect(await wallet()).toMatchObject({ withdrawable: "150.00", unavailable: "50.00" });
    await server.worker.drain();
    const { record, timeline, receipt } = (await getOne(orderNo)).map;
    expect(record).toMatchObject({ status: "completed", openedAccount: expect.stringMatching(/^8\d{11}$/) });
    expect(timeline.map(({ event }: { event: string }) => event)).toEqual(["add", "grant", "openAcc", "complete"]);
    expect(receipt).toBeDefined();
    expect(await wallet()).toMatchObject({ withdrawable: "150.00", unavailable: "0.00" });
    const accounts = (await maker.call("GET /mer/wallet/bank/account", { q: record.openedAccount })).map.list;
    expect(
      accounts.map(({ currency, bank, swift, status }: Record<string, string>) => [currency, bank, swift, status]),
    ).toEqual([
      ["HKD", "Harbour Bank (Hong Kong)", "HRBKHKHHXXX", "completed"],
      ["USD", "Harbour Bank (Hong Kong)", "HRBKHKHHXXX", "completed"],
    ]);
    expect((await maker.confirmed(openAcc, { id: orderNo, remark: "再开" })).code).toBe(4120);
    const [fee] = (await maker.call("GET /mer/records/query/wallet/details/page", { orderNo, account: "avail" })).map
      .list;
    expect(fee).toMatchObject({ type: "networkAccess", change: "-50.00" });
  });

  it("can be edited and applied for again after a rejection [C115 S5]", async () => {
    const refused = await apply({ companyName: "REJECT Trading Ltd" });
    expect((await getOne(refused)).map).toMatchObject({
      record: { status: "accessFailed", reason: "资料与登记信息不符" },
      events: [{ event: "readd" }],
    });
    expect((await maker.call(readd, { id: refused, businessType: "gambling" })).map.errors).toEqual([
      expect.objectContaining({ at: "/businessType", message: "暂不支持这类业务，请选择电商或一般贸易" }),
    ]);
    const solo = await server.as("solo");
    expect(
      (await maker.call(readd, { id: refused, licence: await upload(solo, "networkLicence") })).map.errors,
    ).toEqual([expect.objectContaining({ at: "/licence", code: "file" })]);
    expect(await statusOf(refused)).toBe("accessFailed");
    const again = await maker.call(readd, { id: refused, companyName: "Qihang Trading Ltd", institution: "USLB" });
    expect(again.map.record).toMatchObject({
      status: "inProcess",
      companyName: "Qihang Trading Ltd",
      institution: "HKPB",
    });
    await server.worker.drain();
    expect(await statusOf(refused)).toBe("accessGranted");
  });

  it("costs nothing when the opening fails, and the opening can be retried [C116 S5]", async () => {
    const before = await wallet();
    const id = await apply({ companyName: "NOACCOUNT Trading Ltd" });
    await maker.confirmed(openAcc, { id });
    await server.worker.drain();
    expect((await getOne(id)).map.record).toMatchObject({ status: "openingFailed", reason: "开户机构暂不受理该主体" });
    expect(await wallet()).toEqual(before);
    await maker.confirmed(openAcc, { id, companyName: "Qihang Trading Ltd" });
    await server.worker.drain();
    expect(await statusOf(id)).toBe("completed");
    expect(Number(before.withdrawable) - Number((await wallet()).withdrawable)).toBeCloseTo(50, 2);
    expect(await server.monitor.check()).toEqual([]);
  });
});

describe("an invalid application stores nothing", () => {
  it.each<[string, object, string, string, string]>([
    [
      "a business type that is not supported [V23 M15 K21]",
      { businessType: "gambling" },
      "/businessType",
      "options",
      "暂不支持这类业务，请选择电商或一般贸易",
    ],
    ["no licence [V24]", { licence: undefined }, "/licence", "required", "请上传营业执照"],
    ["no attachment [V24]", { attachment: undefined }, "/attachment", "required", "请上传附件"],
    ["an unknown institution", { institution: "NONE" }, "/institution", "options", "请从列表中选择开户机构"],
    ["no currency", { currencies: [] }, "/currencies", "minItems", "请至少选择一个币种"],
    ["an invalid email address [V19]", { contactEmail: "chen" }, "/contactEmail", "format", "请输入有效的邮箱地址"],
  ])("%s", async (_name, more, at, code, message) => {
    const before = await stored();
    const answer = await maker.call(add, { ...own, ...more });
    expect(answer.code).toBe(4000);
    expect(answer.map.errors).toEqual([expect.objectContaining({ at, code, message })]);
    expect(await stored()).toBe(before);
  });
  it("of a merchant that is not certified [P4 M7]", async () => {
    const fresh = await server.as("new");
    expect(await fresh.call(add, own)).toMatchObject({ status: 303, code: 4103 });
  });
});
