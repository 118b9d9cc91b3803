// @vitest-environment happy-dom
import { settings } from "../../src/payments/settings.ts";
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failures } from "../../src/contract/failures.ts";
import { listNextSteps } from "../../src/engine/detail/next-step.ts";
import { RecordDetail } from "../../src/engine/detail/RecordDetail.tsx";
import { RecordDrawer } from "../../src/engine/detail/RecordDrawer.tsx";
import { Sum } from "../../src/engine/detail/RecordBody.tsx";
import { money } from "../../src/engine/kinds/money/money.ts";
import type { DetailResponse } from "../../src/engine/model/wire.ts";
import { codes } from "../../src/engine/operation/refusals.ts";
import type { Entity, Lang, Ports } from "@portolan/engine";
import {
  afresh,
  alert,
  answer,
  forget,
  lifecycle,
  openPage,
  order,
  portsWith,
  record,
  until,
} from "./detail-fixtures.tsx";
import { button, click, control, entityOf, field, mount, portsOf, settle, type } from "./form-fixtures.tsx";

let close: () => void = () => undefined;
async function open(...given: Parameters<typeof openPage>): Promise<HTMLElement> {
  const { page, unmount } = await openPage(...given);
  close = unmount;
  return page;
}
beforeEach(forget);
afterEach(() => close());

describe("a record", () => {
  it("that failed says why, and where the money is", async () => {
    const outcome = { why: "账号与户名不符", money: "2,000.00 CNY 已退回可用余额。" };
    const page = await open(portsWith([answer({ outcome })]));
    const text = page.querySelector(".pd-outcome")?.textContent;
    expect(text).toContain(outcome.why);
    expect(text).toContain(outcome.money);
  });

  it("that failed links to what the field of the reason belongs to", async () => {
    const states = lifecycle.states.map((state) => ({ ...state, tone: "danger" as const }));
    const links = [
      { id: "payee", to: "/payee", fixes: ["payeeId", "account"] },
      { id: "payer", to: "/payer", fixes: ["payerId"] },
      { id: "again", to: "/again" },
    ];
    const entity = { ...order(), lifecycle: { ...lifecycle, states }, links };
    const next = async (field?: string) => {
      const page = await open(portsWith([answer({ outcome: { why: "账号有误", ...(field && { field }) } })]), entity);
      const found = [...page.querySelectorAll<HTMLAnchorElement>(".pd-next a")].map((link) => link.pathname);
      close();
      return found;
    };
    expect(await next("account")).toEqual(["/payee", "/again"]);
    forget();
    expect(await next()).toEqual(["/again"]);
  });

  it("names the time at which the clock does what a system is asked for, as one step", () => {
    const at = "2026-11-21T10:05:00.000Z";
    const booked = { on: "paid", from: ["running"], to: "done", by: "clock" as const, after: "P1D" };
    const plan = { ...lifecycle, transitions: [...lifecycle.transitions, { ...lifecycle.transitions[0]!, ...booked }] };
    expect(listNextSteps({ lifecycle: plan, dialect: settings }, { [lifecycle.field]: "running" }, at)).toEqual([
      { by: "system", actor: "provider", events: ["paid"], until: new Map([["paid", Date.parse(at) + 86_400_000]]) },
    ]);
  });
  it("writes amounts as a sum without zeros", async () => {
    const amounts = ["amount", "difference", "fee", "net"].map((name) =>
      field(money, name, { currency: { code: "CNY" } }),
    );
    const entity = entityOf(amounts, {
      texts: Object.fromEntries(amounts.map(({ name }) => [`field.${name}.label`, name])),
    });
    const values = { amount: "7450.00", difference: "0.00", fee: "2.40", net: "7447.60" };
    const { page, unmount } = await mount(<Sum entity={entity} fields={amounts} record={values} />, portsOf());
    close = unmount;
    expect(page.textContent).toBe("amount7,450.00CNY− fee2.40CNY= net7,447.60CNY");
  });

  it("shows number, amount, state, steps with their conditions, and sections without empty fields", async () => {
    const page = await open(portsWith([answer()]));
    expect(page.querySelector("h1")?.textContent).toBe("WD20261121000001");
    expect(page.querySelector(".pd-amount")?.textContent).toContain("2,000.00CNY");
    expect(page.querySelector(".pd-lead .status")?.textContent).toBe("待复核");
    const steps = [...page.querySelectorAll(".pd-timeline li")].map((step) => step.textContent);
    expect(steps[0]).toContain("提交 启航");
    expect(steps[0]).toContain("2026-11-21 18:05:00");
    expect(steps[1]).toBe("等贵公司处理");
    expect(steps[2]).toMatch(/^2026-12-21 18:05 前未处理，会自动转为“.+”$/);
    const pairs = [...page.querySelectorAll("dl > div")].map((pair) => [
      pair.querySelector("dt")?.textContent,
      pair.querySelector("dd")?.textContent,
    ]);
    expect(pairs).toEqual([
      ["订单号", record.id],
      ["账号", record.account],
      ["createdAt", "2026-11-21 18:05:00"],
    ]);
    expect(page.textContent).toContain("完成后可下载回单");
  });

  it("shows who may approve, what will be released and what a confirmation does, in the words of the schema", async () => {
    const review = { names: ["王芳"], isYours: true };
    const words: Record<string, string> = {
      "ahead.lapse": "{until} 前未复核会自动撤销，{amount} 退回",
      "does.cancel": "撤销付给{holder}的 {amount}",
    };
    const plain = order();
    const entity = { ...plain, text: (key: string, lang: Lang) => words[key] ?? plain.text(key, lang) };
    const page = await open(portsWith([answer({ review })]), entity);
    const steps = [...page.querySelectorAll(".pd-timeline li")].map((step) => step.textContent);
    expect(steps[1]).toBe("等您或王芳复核");
    expect(steps[2]).toBe("2026-12-21 18:05 前未复核会自动撤销，2,000.00\u00a0CNY 退回");
    await click(button(page, "撤销"));
    expect(page.querySelector(".pd-ask")?.textContent).toContain("撤销付给启航的 2,000.00\u00a0CNY。");
  });

  it('begins with what it waits for, and says "submitted" until the next event', async () => {
    const waiting = async (more: Partial<DetailResponse>) => {
      const page = await open(portsWith([answer(more)]));
      const text = page.querySelector(".pd-waiting")?.textContent;
      close();
      afresh();
      return text;
    };
    const review = { names: ["李慧"], isYours: false };
    expect(await waiting({ review })).toBe("已提交，等李慧复核");
    const [applied] = answer().timeline;
    const timeline = [applied!, { ...applied!, event: "pass", from: "waiting", to: "running" }];
    expect(await waiting({ timeline, record: { ...record, state: "running" } })).toMatch(/^(?!已提交).*处理中$/);
    expect(await waiting({ timeline, record: { ...record, state: "done" } })).toBeUndefined();
  });

  it("names what a state waits for with its old and new figure and day, not the buttons of its events", async () => {
    const plain = order();
    const says = { zh: "付给{holder}的手续费由 {former} 变为 {amount}，{until}前确认，否则自动撤销。" };
    const former = field(money, "former", { currency: { code: "CNY" } });
    const entity: Entity = {
      ...plain,
      fields: [...plain.fields, former],
      field: (name) => (name === "former" ? former : plain.field(name)),
      text: (key, lang, params) => (key === "says.waiting" ? says.zh : plain.text(key, lang, params)),
    };
    const stored = { ...record, former: "27.09", amount: "32.09" };
    const page = await open(portsWith([answer({ record: stored })]), entity);
    const sentence = "付给启航的手续费由 27.09\u00a0CNY 变为 32.09\u00a0CNY，12 月 21 日前确认，否则自动撤销。";
    expect(page.querySelector(".pd-waiting")?.textContent).toContain(sentence);
    expect(page.querySelectorAll(".pd-timeline li")[1]?.textContent).toBe(sentence);
  });

  it("waits for the clock, not for the users, where their events only end the record", () => {
    const transitions = lifecycle.transitions.filter(({ on }) => on !== "pass");
    const steps = listNextSteps(
      { lifecycle: { ...lifecycle, transitions }, dialect: settings },
      { [lifecycle.field]: "waiting" },
      "2026-11-21T10:05:00.000Z",
    );
    expect(steps.map(({ by }) => by)).toEqual(["clock"]);
  });

  it("copies a value and confirms it for a second, or says that copying failed", async () => {
    const writeText = vi
      .spyOn(navigator.clipboard, "writeText")
      .mockResolvedValueOnce(undefined)
      .mockRejectedValueOnce(new Error("not allowed"));
    const page = await open(portsWith([answer()]));
    const copy = page.querySelector<HTMLElement>('[aria-label="复制账号"]')!;
    await click(copy);
    expect(writeText).toHaveBeenCalledWith("6222021202041234567");
    expect(copy.getAttribute("aria-label")).toBe("已复制");
    await settle(1_050);
    expect(copy.getAttribute("aria-label")).toBe("复制账号");
    await click(copy);
    expect(copy.getAttribute("aria-label")).toBe("没能复制，请手动选择");
    writeText.mockRestore();
  });

  it("reports a missing record, and offers a retry with the trace ID after a failure", async () => {
    let page = await open(portsWith([{ kind: "refused", code: failures.notFound.code, message: "没有" }]));
    expect(alert(page)).toContain("没有找到");
    expect(page.querySelector("[role=alert] button")).toBeNull();
    close();
    afresh();
    page = await open(portsWith([{ kind: "broken", code: 500, message: "", traceId: "T-1" }, answer()]));
    expect(alert(page)).toContain("T-1");
    await click(button(page, "重试"));
    await settle();
    expect(page.querySelector(".pd-amount")).not.toBeNull();
  });

  it("handles the failure codes of the contract", () => {
    for (const [name, code] of Object.entries(codes)) expect(failures[name as keyof typeof codes].code).toBe(code);
  });

  it("names the user of a step by name, else by email, else by party", async () => {
    const [step] = answer().timeline;
    const page = await open(
      portsWith([
        answer({
          timeline: [
            { ...step!, name: null },
            { ...step!, event: "paid", by: "provider", username: null, name: null },
          ],
        }),
      ]),
    );
    expect(
      [...page.querySelectorAll(".pd-timeline li:not([data-next]) p:first-child")].map((line) => line.textContent),
    ).toEqual(["提交 maker@test", expect.stringMatching(/^已付款 /)]);
  });

  it("waits for nobody in a final state", () => {
    expect(
      listNextSteps({ lifecycle, dialect: settings }, { [lifecycle.field]: "running" }, "2026-11-21T10:05:00.000Z"),
    ).toEqual([{ by: "system", actor: "provider", events: ["paid"] }]);
    expect(
      listNextSteps({ lifecycle, dialect: settings }, { [lifecycle.field]: "done" }, "2026-11-21T10:05:00.000Z"),
    ).toEqual([]);
    expect(listNextSteps({ lifecycle, dialect: settings }, { [lifecycle.field]: "ended" }, undefined)).toEqual([]);
  });
});

describe("a record beside its list", () => {
  const open = async (ports: Ports, onStep = vi.fn(), onClose = vi.fn()) => {
    const { unmount } = await mount(
      <RecordDrawer
        entity={order()}
        id={String(record.id)}
        onClose={onClose}
        onChanged={() => undefined}
        hasStep={{ back: false, on: true }}
        onStep={onStep}
      />,
      ports,
    );
    close = unmount;
    await until(() => document.querySelector(".pd-lead"));
    return { page: document.body, onStep, onClose };
  };
  const key = (name: string, target: Element = document.body) =>
    act(
      async () =>
        void target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true })),
    );

  it("steps with [ and ] to the next row, not while the user types, and opens in a new page", async () => {
    const { page, onStep } = await open(portsWith([answer()]));
    await key("[");
    expect(onStep).not.toHaveBeenCalled();
    await key("]");
    expect(onStep.mock.calls).toEqual([[1]]);
    await click(button(page, "驳回"));
    await until(() => page.querySelector(".pd-needs .pf-label"));
    await key("]", control(page, "原因"));
    expect(onStep).toHaveBeenCalledOnce();
    expect(page.querySelector('[aria-label="在新页面打开"]')?.getAttribute("href")).toBe(
      location.pathname + location.search,
    );
  });

  it("asks before discarding typed values", async () => {
    const { page, onClose } = await open(portsWith([answer()]));
    await click(button(page, "驳回"));
    await until(() => page.querySelector(".pd-needs .pf-label"));
    await type(control(page, "原因"), "户名不符");
    await click(button(page, "关闭"));
    await until(() => page.querySelector("[role=alertdialog]"));
    expect(onClose).not.toHaveBeenCalled();
    expect(page.querySelector("[role=alertdialog]")?.textContent).toContain("还没有提交");
    await click(button(page, "继续填写"));
    expect(control(page, "原因").value).toBe("户名不符");
    await click(button(page, "关闭"));
    await click(button(page, "放弃"));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("refreshes while the record waits for the bank", async () => {
    vi.useFakeTimers();
    try {
      const onChanged = vi.fn();
      const step = {
        event: "paid",
        from: "running",
        to: "done",
        by: "provider" as const,
        username: null,
        name: null,
        reason: null,
        at: "2026-11-21T11:00:00.000Z",
      };
      const running = answer({ record: { ...record, state: "running" }, events: [] });
      const done = answer({ record: { ...record, state: "done" }, events: [], timeline: [...running.timeline, step] });
      const ports = portsWith([running, running, done]);
      const asks = () => (ports.call as ReturnType<typeof vi.fn>).mock.calls.length;
      const { page, unmount } = await mount(
        <RecordDetail
          entity={order()}
          id={String(record.id)}
          headingId="h"
          level={1}
          onChanged={onChanged}
          onRemoved={() => undefined}
        />,
        ports,
      );
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
