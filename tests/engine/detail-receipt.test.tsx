// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DetailResponse } from "../../src/engine/model/wire.ts";
import { answer, forget, openPage, order, portsWith, record, until } from "./detail-fixtures.tsx";
import { button, call, click } from "./form-fixtures.tsx";

let close: () => void = () => undefined;
async function open(...given: Parameters<typeof openPage>): Promise<HTMLElement> {
  const { page, unmount } = await openPage(...given);
  close = unmount;
  return page;
}
beforeEach(forget);
afterEach(() => close());

describe("a receipt", () => {
  const receipt: DetailResponse["receipt"] = {
    title: { zh: "人民币付款", en: "CNY payment" },
    number: String(record.id),
    merchant: "远航贸易有限公司",
    status: { zh: "已完成", en: "Done" },
    completedAt: "2026-11-21T10:30:00.000Z",
    groups: [
      {
        lines: [
          {
            name: "id",
            label: { zh: "订单号", en: "Order number" },
            text: { zh: String(record.id), en: String(record.id) },
          },
        ],
      },
      {
        label: { zh: "金额", en: "Amount" },
        lines: [
          {
            name: "amount",
            label: { zh: "付款金额", en: "Amount paid" },
            text: { zh: "2,000.00", en: "2,000.00" },
            currency: "CNY",
            value: "2000.00",
          },
          { name: "bearing", label: { zh: "费用承担", en: "Fee bearing" }, text: { zh: "双方共担", en: "Shared" } },
        ],
      },
    ],
    code: `${record.id}-0123-4567-89AB-CDEF`,
  };

  it("shows everything in both languages, with the amount in Chinese capitals, and prints by itself", async () => {
    const print = vi.fn();
    let prints = 0;
    vi.stubGlobal("print", print);
    const page = await open(
      portsWith([answer({ receipt, record: { ...record, state: "done" }, events: [] })], async () => ({
        print: ++prints,
      })),
    );
    await click(button(page, "电子回单"));
    await until(() => page.querySelector(".pr-sheet")?.textContent?.includes("人民币贰仟元整"));
    const sheet = page.querySelector(".pr-sheet")!;
    for (const line of sheet.querySelectorAll("dt")) {
      expect(line.querySelector("[lang=zh-CN]")?.textContent).toMatch(/\p{Script=Han}/u);
      expect(line.querySelector("[lang=en]")?.textContent).toMatch(/[a-z]/i);
    }
    for (const words of [
      "人民币付款电子回单",
      "CNY payment · Receipt",
      "远航贸易有限公司",
      "2,000.00 CNY",
      "双方共担 Shared",
      "已完成 Done",
      "2026-11-21 18:30:00 UTC+8",
      receipt.code,
    ])
      expect(sheet.textContent).toContain(words);
    expect(sheet.querySelector(".pr-head [data-mark]")).not.toBeNull();
    const copy = document.body.querySelector(":scope > .pr-print");
    expect(copy?.textContent).toBe(sheet.textContent);
    expect(document.documentElement.dataset.printing).toBe("");
    await click(button(page, "打印"));
    await until(() => print.mock.calls.length === 1);
    expect(sheet.textContent).not.toContain("次打印");
    await click(button(page, "打印"));
    await until(() => print.mock.calls.length === 2);
    expect(sheet.textContent).toContain("第 2 次打印");
    await until(() => sheet.querySelector(".pr-qr path")?.getAttribute("d")?.startsWith("M"));
    await click(button(page, "返回"));
    expect(document.body.querySelector(".pr-print")).toBeNull();
    expect(document.documentElement.dataset.printing).toBeUndefined();
    vi.unstubAllGlobals();
  });

  it("is masked until the payment password is entered, and then prints in full", async () => {
    const base = order();
    const one = { ...base, calls: { ...base.calls, reveal: call("reveal"), export: call("export") } };
    const line = (value: string) => ({
      lines: [{ name: "account", label: { zh: "账号", en: "Account" }, text: { zh: value, en: value } }],
    });
    const whole = { ...receipt, groups: [line("6222021202041234567")] };
    const stepUp = vi.fn(async () => "proof");
    const download = vi.fn(async () => undefined);
    const ports = portsWith(
      [
        answer({
          receipt: { ...receipt, groups: [line("6222 **** **** 4567")], covered: true },
          record: { ...record, state: "done" },
          events: [],
        }),
      ],
      async () => ({ values: {}, receipt: whole }),
      { stepUp, download },
    );
    const page = await open(ports, one);
    await click(button(page, "电子回单"));
    await until(() => page.querySelector(".pr-sheet"));
    expect(page.querySelector(".pr-sheet")?.textContent).toContain("6222 **** **** 4567");
    await click(button(page, "显示完整账号"));
    await until(() => page.querySelector(".pr-sheet")?.textContent?.includes("6222021202041234567"));
    expect(stepUp).toHaveBeenCalledWith("pay", one.calls.reveal, { id: String(record.id), receipt: true });
    expect(document.body.querySelector(":scope > .pr-print")?.textContent).toContain("6222021202041234567");
    await click(button(page, "下载 PDF"));
    const file = { ids: String(record.id), format: "pdf", whole: "1" };
    await until(() => stepUp.mock.calls.length === 2);
    expect(stepUp).toHaveBeenLastCalledWith("pay", one.calls.export, file, expect.anything());
    await until(() => download.mock.calls.length === 1);
    expect(download).toHaveBeenCalledWith(expect.anything(), file, { proof: "proof" });
    expect(page.textContent).not.toContain("显示完整账号");
  });

  it("of a data sheet has its own name, no state, no link to the record, and printing it is not counted", async () => {
    const print = vi.fn();
    vi.stubGlobal("print", print);
    const { status: _status, completedAt: _at, ...facts } = receipt;
    const asked = vi.fn(async () => ({}));
    const account = order();
    const { print: _print, ...calls } = account.calls;
    Object.assign(account, {
      receipt: { fields: ["id"], named: true },
      calls,
      text: (key: string) => (key === "receipt.name" ? "收款账户信息" : key),
    });
    const page = await open(
      portsWith(
        [
          answer({
            receipt: { ...facts, named: true, title: { zh: "收款账户信息", en: "Account details" } },
            events: [],
          }),
        ],
        asked,
      ),
      account,
    );
    await click(button(page, "收款账户信息"));
    const sheet = page.querySelector(".pr-sheet")!;
    expect(sheet.querySelector("h3")?.textContent).toBe("收款账户信息 Account details");
    for (const words of ["回单", "状态", "扫码"]) expect(sheet.textContent).not.toContain(words);
    await click(button(page, "打印"));
    expect([print.mock.calls.length, asked.mock.calls.length]).toEqual([1, 0]);
    vi.unstubAllGlobals();
  });

  it("is not offered for a failed order", async () => {
    const page = await open(portsWith([answer({ record: { ...record, state: "ended" }, events: [] })]));
    expect(page.querySelector(".pd-foot")).not.toBeNull();
    expect(page.textContent).not.toContain("回单");
  });
});
