// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failures } from "../../src/contract/failures.ts";
import { nextSteps } from "../../src/engine/detail/next.ts";
import type { RecordAnswer } from "../../src/engine/detail/record.ts";
import { RecordDrawer, RecordPage } from "../../src/engine/detail/RecordDrawer.tsx";
import { RecordDetail } from "../../src/engine/detail/RecordDetail.tsx";
import { goneCodes } from "../../src/engine/detail/States.tsx";
import type { Entity, Ports, Row, TransitionPlan } from "../../src/engine/index.ts";
import { dateTime } from "../../src/engine/kinds/date-time/date-time.ts";
import { identifier } from "../../src/engine/kinds/identifier/identifier.ts";
import { money } from "../../src/engine/kinds/money/money.ts";
import { status } from "../../src/engine/kinds/status/status.ts";
import { text } from "../../src/engine/kinds/text/text.ts";
import { button, call, click, control, described, entityOf, field, mount, portsOf, settle, type } from "./form-fixtures.tsx";

const way = (on: string, from: string[], to: string, more: Partial<TransitionPlan> = {}): TransitionPlan => ({
  on, from, to, by: "merchant", needs: [], set: {}, count: [], notify: false, assumed: false, ...more,
});
const lifecycle: NonNullable<Entity["lifecycle"]> = {
  field: "state",
  states: [
    { name: "waiting", tone: "warning", final: false },
    { name: "running", tone: "info", final: false },
    { name: "done", tone: "success", final: true },
    { name: "ended", tone: "neutral", final: true },
  ],
  transitions: [
    way("apply", [], "waiting"),
    way("pass", ["waiting"], "running", { stepUp: "pay" }),
    way("reject", ["waiting"], "ended", { needs: ["reason"] }),
    way("cancel", ["waiting"], "ended"),
    way("lapse", ["waiting"], "ended", { by: "clock", after: "P30D" }),
    way("paid", ["running"], "done", { by: "provider" }),
  ],
};
const order = () =>
  entityOf(
    [
      field(identifier, "id"),
      field(text, "holder"),
      field(identifier, "account"),
      field(money, "amount", { currency: { code: "CNY" } }),
      field(status, "state", { readOnly: true }),
      field(text, "reason", { readOnly: true, schema: { type: "string", maxLength: 10 } }),
      field(dateTime, "createdAt"),
    ],
    {
      lifecycle,
      texts: {
        label: "付款", "event.apply": "提交", "event.pass": "复核通过", "event.reject": "驳回", "event.cancel": "撤销", "event.lapse": "逾期", "event.paid": "已付款",
        "state.waiting": "待复核", "state.running": "处理中", "state.done": "已完成", "state.ended": "已撤销", "section.main": "订单",
        "field.id.label": "订单号", "field.account.label": "账号", "field.reason.label": "原因", "field.amount.label": "金额",
      },
      list: { columns: ["id"], search: [], filters: { primary: [], more: [] }, sort: [], sums: [], views: [], card: { title: "holder", amount: "amount", meta: [] }, export: false, bulk: [] },
      detail: { sections: [{ id: "main", fields: ["id", "account", "reason", "createdAt"] }] },
      receipt: { fields: ["id", "amount"] },
      calls: {
        detail: call("detail", { method: "GET" }),
        review: call("review", { events: ["pass", "reject"] }),
        cancel: call("cancel", { events: ["cancel"] }),
      },
    },
  );
const record: Row = { id: "WD20261121000001", holder: "启航", account: "6222021202041234567", amount: "2000.00", state: "waiting", createdAt: "2026-11-21T10:05:00.000Z" };
const answer = (more: Partial<RecordAnswer> = {}): RecordAnswer => ({
  record,
  labels: {},
  timeline: [{ event: "apply", from: null, to: "waiting", by: "merchant", username: "maker", reason: null, at: "2026-11-21T10:05:00.000Z" }],
  events: [
    { event: "reject", to: "ended", needs: ["reason"], releases: true },
    { event: "pass", to: "running", needs: [], stepUp: "pay" },
    { event: "cancel", to: "ended", needs: [] },
  ],
  ...more,
});

type Sent = Parameters<Ports["call"]>;
let sent: Sent[] = [];
let reads = 0;
/** Ports whose `detail` call gives `answers` in turn (the last one for good) and whose other calls do as `other` says. */
function portsWith(answers: unknown[], other: (...sending: Sent) => Promise<Row> = async () => ({ record: {} }), more: Partial<Ports> = {}): Ports {
  return portsOf({
    failure: (name) => `失败:${name}`,
    call: vi.fn(async (...sending: Sent) => {
      if (sending[0].path !== "/test/detail") {
        sent.push(sending);
        return other(...sending);
      }
      const next = answers[Math.min(reads++, answers.length - 1)];
      if ((next as { kind?: string }).kind) throw next;
      return next as Row;
    }) as Ports["call"],
    ...more,
  });
}
let close: () => void = () => undefined;
async function open(ports: Ports, entity = order()): Promise<HTMLElement> {
  const { page, unmount } = await mount(<RecordPage entity={entity} id={String(record.id)} />, ports);
  close = unmount;
  await settle();
  return page;
}
/** What is loaded only when it is needed. */
const until = async (there: () => unknown): Promise<void> => {
  for (let tries = 0; tries < 100 && !there(); tries++) await settle(20);
  expect(there()).toBeTruthy();
};
beforeEach(() => {
  sent = [];
  // Strict mode mounts twice, so the first answer is asked for twice.
  reads = -1;
  sessionStorage.clear();
});
afterEach(() => close());
const alert = (page: HTMLElement): string => page.querySelector("[role=alert]")?.textContent ?? "";

describe("a record", () => {
  it("shows number, amount, state, steps with what they wait for, and sections", async () => {
    const page = await open(portsWith([answer()]));
    expect(page.querySelector("h1")?.textContent).toBe("WD20261121000001");
    expect(page.querySelector(".pd-amount")?.textContent).toContain("2,000.00CNY");
    expect(page.querySelector(".pd-lead .status")?.textContent).toBe("待复核");
    const steps = [...page.querySelectorAll(".pd-timeline li")].map((step) => step.textContent);
    expect(steps[0]).toContain("提交 maker");
    expect(steps[0]).toContain("2026-11-21 18:05:00");
    expect(steps[1]).toBe("等待商户操作：复核通过、驳回、撤销");
    expect(steps[2]).toContain("2026-12-21 18:05");
    const pairs = [...page.querySelectorAll("dl > div")].map((pair) => [pair.querySelector("dt")?.textContent, pair.querySelector("dd")?.textContent]);
    expect(pairs).toEqual([["订单号", record.id], ["账号", record.account], ["原因", "—"], ["createdAt", "2026-11-21 18:05:00"]]);
    expect(page.textContent).toContain("处理中，暂无回单");
  });

  it("copies what people carry elsewhere and says so for a second", async () => {
    const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error("not allowed"));
    const page = await open(portsWith([answer()]));
    const copy = page.querySelector<HTMLElement>('[aria-label="复制账号"]')!;
    await click(copy);
    expect(writeText).toHaveBeenCalledWith("6222021202041234567");
    expect(copy.getAttribute("aria-label")).toBe("已复制");
    await settle(1_050);
    expect(copy.getAttribute("aria-label")).toBe("复制账号");
    await click(copy);
    expect(copy.getAttribute("aria-label")).toBe("未能复制，请手动选择");
    writeText.mockRestore();
  });

  it("says when it is gone, and offers another try with the trace number when it failed", async () => {
    let page = await open(portsWith([{ kind: "refused", code: goneCodes.notFound, message: "没有" }]));
    expect(alert(page)).toContain("记录不存在");
    expect(page.querySelector("[role=alert] button")).toBeNull();
    close();
    reads = -1;
    page = await open(portsWith([{ kind: "broken", code: 500, message: "", traceId: "T-1" }, answer()]));
    expect(alert(page)).toContain("T-1");
    await click(button(page, "重试"));
    await settle();
    expect(page.querySelector(".pd-amount")).not.toBeNull();
  });

  it("knows the codes of the contract", () => {
    for (const [name, code] of Object.entries(goneCodes)) expect(failures[name as keyof typeof goneCodes].code).toBe(code);
  });

  it("waits for nobody at its end, nor when it ended well", () => {
    expect(nextSteps({ lifecycle }, "running", "2026-11-21T10:05:00.000Z")).toEqual([{ by: "provider" }]);
    expect(nextSteps({ lifecycle }, "done", "2026-11-21T10:05:00.000Z")).toEqual([]);
    expect(nextSteps({ lifecycle }, "ended", undefined)).toEqual([]);
  });
});

describe("beside its list", () => {
  const open = async (ports: Ports, onStep = vi.fn(), onClose = vi.fn()) => {
    const { unmount } = await mount(<RecordDrawer entity={order()} id={String(record.id)} onClose={onClose} onChanged={() => undefined} hasStep={{ back: false, on: true }} onStep={onStep} />, ports);
    close = unmount;
    await until(() => document.querySelector(".pd-lead"));
    return { page: document.body, onStep, onClose };
  };
  const key = (name: string, target: Element = document.body) => act(async () => void target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true })));

  it("steps with [ and ] where there is a row, not while a person types, and opens in a new page", async () => {
    const { page, onStep } = await open(portsWith([answer()]));
    await key("[");
    expect(onStep).not.toHaveBeenCalled();
    await key("]");
    expect(onStep.mock.calls).toEqual([[1]]);
    await click(button(page, "驳回"));
    await until(() => page.querySelector(".pd-needs .pf-label"));
    await key("]", control(page, "原因"));
    expect(onStep).toHaveBeenCalledOnce();
    expect(page.querySelector('[aria-label="在新页面打开"]')?.getAttribute("href")).toBe(location.pathname + location.search);
  });

  it("asks before it loses what was written", async () => {
    const { page, onClose } = await open(portsWith([answer()]));
    await click(button(page, "驳回"));
    await until(() => page.querySelector(".pd-needs .pf-label"));
    await type(control(page, "原因"), "户名不符");
    await click(button(page, "关闭"));
    expect(onClose).not.toHaveBeenCalled();
    expect(page.querySelector("[role=alertdialog]")?.textContent).toContain("尚未提交");
    await click(button(page, "继续填写"));
    expect(control(page, "原因").value).toBe("户名不符");
    await click(button(page, "关闭"));
    await click(button(page, "放弃"));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("follows a record that waits for the bank", async () => {
    vi.useFakeTimers();
    try {
      const onChanged = vi.fn();
      const step = { event: "paid", from: "running", to: "done", by: "provider" as const, username: null, reason: null, at: "2026-11-21T11:00:00.000Z" };
      const running = answer({ record: { ...record, state: "running" }, events: [] });
      const done = answer({ record: { ...record, state: "done" }, events: [], timeline: [...running.timeline, step] });
      const ports = portsWith([running, running, done]);
      const asks = () => (ports.call as ReturnType<typeof vi.fn>).mock.calls.length;
      const { page, unmount } = await mount(<RecordDetail entity={order()} id={String(record.id)} headingId="h" level={1} onChanged={onChanged} onRemoved={() => undefined} />, ports);
      close = unmount;
      const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
      await wait(0);
      const before = asks();
      await wait(2_900);
      expect(asks()).toBe(before);
      await wait(200);
      expect(asks()).toBe(before + 1);
      expect(onChanged).not.toHaveBeenCalled();
      await wait(6_100);
      expect(page.querySelector(".pd-lead .status")?.textContent).toBe("已完成");
      expect(onChanged).toHaveBeenCalledOnce();
      await wait(600_000);
      expect(asks()).toBe(before + 2);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("an action", () => {
  it("stands in the row by its danger, blocked ones with their reason", async () => {
    const page = await open(portsWith([answer({ events: [{ event: "cancel", to: "ended", needs: [] }, { event: "pass", to: "running", needs: [], blocked: "makerIsChecker" }] })]));
    expect([...page.querySelectorAll(".pd-offer button")].map((one) => one.textContent)).toEqual(["复核通过", "撤销"]);
    const pass = button(page, "复核通过");
    expect(pass.getAttribute("aria-disabled")).toBe("true");
    expect(described(pass)).toBe("失败:makerIsChecker");
    await click(pass);
    expect(sent).toEqual([]);
    expect(button(page, "撤销").dataset.tone).toBe("danger");
  });

  it("asks for what it needs, with the server's own words at the field", async () => {
    const refusal = { kind: "refused", code: 4000, message: "请检查", errors: [{ at: "/reason", code: "pattern", params: {}, message: "不能只写符号" }] };
    const other = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValueOnce({ record: {} });
    const page = await open(portsWith([answer()], other));
    await click(button(page, "驳回"));
    await until(() => page.querySelector(".pd-needs .pf-label"));
    expect(page.querySelector(".pd-ask")?.textContent).toContain("状态将变为“已撤销”。冻结的金额将退回可用余额。");
    const reason = control(page, "原因");
    await click(button(page, "确认驳回"));
    expect(described(reason)).toContain("请填写原因");
    expect(sent).toEqual([]);
    await type(reason, "一二三四五六七八九十多");
    await click(button(page, "确认驳回"));
    expect(described(reason)).toContain("at most 10");
    await type(reason, "！！");
    await click(button(page, "确认驳回"));
    await settle();
    expect(sent[0]!.slice(0, 2)).toEqual([expect.objectContaining({ path: "/test/review" }), { id: record.id, event: "reject", reason: "！！" }]);
    expect(described(reason)).toBe("不能只写符号");
    expect(reason.value).toBe("！！");
    await type(reason, "重复");
    await click(button(page, "确认驳回"));
    await settle();
    expect(page.querySelector(".pd-notice")?.textContent).toBe("已驳回");
    expect(sent[1]![2]!.idempotencyKey).not.toBe(sent[0]![2]!.idempotencyKey);
  });

  it("is confirmed in place when it ends the record, and takes the focus back when not meant", async () => {
    const page = await open(portsWith([answer()]));
    await click(button(page, "撤销"));
    expect(sent).toEqual([]);
    expect(document.activeElement).toBe(page.querySelector(".pd-ask"));
    await click(button(page, "返回"));
    await settle(40);
    expect(document.activeElement).toBe(button(page, "撤销"));
    await click(button(page, "撤销"));
    await click(button(page, "确认撤销"));
    await settle();
    expect(sent.map(([way, body]) => [way.path, body])).toEqual([["/test/cancel", { id: record.id, event: "cancel" }]]);
  });

  it("changes nothing when the payment password is not given", async () => {
    const stepUp = vi.fn(async () => undefined);
    const page = await open(portsWith([answer()], undefined, { stepUp }));
    const before = page.innerHTML;
    await click(button(page, "复核通过"));
    await settle();
    expect(stepUp).toHaveBeenCalledWith("pay", expect.objectContaining({ path: "/test/review" }), { id: record.id, event: "pass" });
    expect(sent).toEqual([]);
    expect(page.innerHTML).toBe(before);
  });

  it("keeps the refusal beside the buttons while the record is loaded again", async () => {
    const refused = { kind: "refused", code: failures.transition.code, message: "状态已变化" };
    const page = await open(portsWith([answer(), answer({ record: { ...record, state: "running" }, events: [] })], () => Promise.reject(refused)));
    await click(button(page, "复核通过"));
    await settle();
    expect(sent[0]![2]).toMatchObject({ proof: "proof" });
    expect(page.querySelector(".pd-lead .status")?.textContent).toBe("处理中");
    expect(alert(page)).toBe("状态已变化");
    expect(document.activeElement).toBe(page.querySelector(".pd-notice"));
  });

  it("asks again with the same key and body after no answer, even after the page was left", async () => {
    const unknown = { kind: "unknown", code: 0, message: "" };
    const other = vi.fn().mockRejectedValueOnce(unknown).mockRejectedValueOnce(unknown).mockResolvedValueOnce({ record: {} });
    let page = await open(portsWith([answer()], other));
    await click(button(page, "复核通过"));
    await settle();
    expect(alert(page)).toContain("结果未知");
    await click(button(page, "再次确认结果"));
    await settle();
    close();
    reads = -1;
    page = await open(portsWith([answer()], other));
    await click(button(page, "复核通过"));
    await settle();
    expect(new Set(sent.map(([, , init]) => init!.idempotencyKey)).size).toBe(1);
    expect(sent).toHaveLength(3);
    expect(page.querySelector(".pd-notice")?.textContent).toBe("已复核通过");
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it("needs no asking again when the record shows that it has moved on", async () => {
    const page = await open(portsWith([answer(), answer({ record: { ...record, state: "running" }, events: [] })], () => Promise.reject({ kind: "unknown", code: 0, message: "" })));
    await click(button(page, "复核通过"));
    await settle();
    expect(page.querySelector(".pd-notice")?.textContent).toContain("记录已有更新");
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
});

describe("a record without a lifecycle", () => {
  const plain = (granted = true) => {
    const calls = { detail: call("detail", { method: "GET" }), update: call("update"), remove: call("remove", granted ? {} : { grant: "thing.remove" }) };
    return entityOf([field(identifier, "id", { readOnly: true }), field(text, "holder")], { calls, texts: { label: "收款人" }, form: { sections: [{ id: "all", rows: [["holder"]] }], review: false, draft: false } });
  };
  const loaded = answer({ timeline: [], events: [], version: 3 });

  it("is removed after a question, and says why not", async () => {
    const page = await open(portsWith([loaded], () => Promise.reject({ kind: "refused", code: failures.inUse.code, message: "仍有订单使用" })), plain());
    await click(button(page, "删除"));
    expect(sent).toEqual([]);
    await click(button(page, "确认删除"));
    await settle();
    expect(sent[0]!.slice(0, 2)).toEqual([expect.objectContaining({ path: "/test/remove" }), { id: record.id }]);
    expect(alert(page)).toBe("仍有订单使用");
  });

  it("is changed in place, in the version that was read", async () => {
    const page = await open(portsWith([loaded]), plain());
    await click(button(page, "修改"));
    await until(() => page.querySelector(".pf-label"));
    await type(control(page, "holder"), "新名");
    await click(button(page, "提交"));
    await settle();
    expect(sent[0]![1]).toEqual({ id: record.id, version: 3, holder: "新名" });
    expect(button(page, "修改")).toBeTruthy();
  });

  it("offers no removal without the grant", async () => {
    const page = await open(portsWith([loaded], undefined, { granted: () => false }), plain(false));
    expect([...page.querySelectorAll(".pd-foot button")].map((one) => one.textContent)).toEqual(["修改"]);
  });
});

describe("a receipt", () => {
  const receipt: RecordAnswer["receipt"] = {
    title: { zh: "人民币付款", en: "CNY payment" },
    number: String(record.id),
    merchant: "远航贸易有限公司",
    status: { zh: "已完成", en: "Done" },
    completedAt: "2026-11-21T10:30:00.000Z",
    groups: [
      { lines: [{ name: "id", label: { zh: "订单号", en: "Order number" }, text: { zh: String(record.id), en: String(record.id) } }] },
      {
        label: { zh: "金额", en: "Amount" },
        lines: [
          { name: "amount", label: { zh: "付款金额", en: "Amount paid" }, text: { zh: "2,000.00", en: "2,000.00" }, currency: "CNY", value: "2000.00" },
          { name: "bearing", label: { zh: "费用承担", en: "Fee bearing" }, text: { zh: "双方共担", en: "Shared" } },
        ],
      },
    ],
    code: "0123 4567 89AB CDEF 0123 4567 89AB CDEF",
  };

  it("says everything in both languages, the amount in Chinese capitals too, and prints alone", async () => {
    const print = vi.fn();
    vi.stubGlobal("print", print);
    const page = await open(portsWith([answer({ receipt, record: { ...record, state: "done" }, events: [] })]));
    await click(button(page, "电子回单"));
    await until(() => page.querySelector(".pr-sheet")?.textContent?.includes("人民币贰仟元整"));
    const sheet = page.querySelector(".pr-sheet")!;
    for (const line of sheet.querySelectorAll("dt")) {
      expect(line.querySelector("[lang=zh-CN]")?.textContent).toMatch(/\p{Script=Han}/u);
      expect(line.querySelector("[lang=en]")?.textContent).toMatch(/[a-z]/i);
    }
    for (const words of ["人民币付款电子回单", "CNY payment · Receipt", "远航贸易有限公司", "2,000.00 CNY", "双方共担 Shared", "已完成 Done", "2026-11-21 18:30:00 UTC+8", receipt.code]) expect(sheet.textContent).toContain(words);
    const copy = document.body.querySelector(":scope > .pr-print");
    expect(copy?.textContent).toBe(sheet.textContent);
    expect(document.documentElement.dataset.printing).toBe("");
    await click(button(page, "打印"));
    expect(print).toHaveBeenCalledOnce();
    await click(button(page, "返回"));
    expect(document.body.querySelector(".pr-print")).toBeNull();
    expect(document.documentElement.dataset.printing).toBeUndefined();
    vi.unstubAllGlobals();
  });

  it("is not there for an order that failed", async () => {
    const page = await open(portsWith([answer({ record: { ...record, state: "ended" }, events: [] })]));
    expect(page.textContent).toContain("没有回单");
  });
});
