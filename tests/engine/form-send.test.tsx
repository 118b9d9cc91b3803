// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import { IdempotencyKey } from "../../src/engine/operation/idempotency-key.ts";
import { codes } from "../../src/engine/operation/refusals.ts";
import { Operation } from "../../src/engine/operation/run.ts";
import { failures } from "../../src/contract/failures.ts";
import type { Entity, Ports, Row } from "@portolan/engine";
import { text } from "../../src/engine/kinds/text/text.ts";
import {
  button,
  call,
  click,
  control,
  described,
  entityOf,
  field,
  leave,
  mount,
  portsOf,
  press,
  settle,
  type,
} from "./form-fixtures.tsx";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
let close: () => void = () => undefined;
afterEach(() => close());

async function open(
  entity: Entity,
  ports: Ports = portsOf(),
  more: { record?: Row; preset?: Row; onDone?(record: Row): void } = {},
) {
  const { page, unmount } = await mount(
    <EntityForm entity={entity} onDone={more.onDone ?? (() => undefined)} {...more} />,
    ports,
  );
  close = unmount;
  return page;
}
const sent = (ports: Ports, index = 0) => (ports.call as ReturnType<typeof vi.fn>).mock.calls[index]!;

/** UUIDv7, which carries the time of the first request. */
const TIMED = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const sender = (ports: Ports, entity: Entity, key: IdempotencyKey) => {
  const plan = entity.calls["create"] ?? call("create");
  return new Operation(ports, { call: plan, entity, key, idempotency: "durable", stepUp: plan.stepUp });
};

describe("submit", () => {
  it("shows the server's errors at their fields until the field changes", async () => {
    const ports = portsOf({
      call: vi.fn().mockRejectedValue({
        kind: "refused",
        code: 4000,
        message: "",
        errors: [{ at: "/name", code: "duplicate", message: "taken" }],
      }),
    });
    const page = await open(entityOf([field(text, "name"), field(text, "other")]), ports);
    const name = control(page, "name");
    await type(name, "x");
    await click(button(page, "提交"));
    await settle();
    expect(described(name)).toBe("taken");
    expect(document.activeElement).toBe(name);
    await type(control(page, "other"), "y");
    await leave(control(page, "other"));
    expect(described(name)).toBe("taken");
    await type(name, "z");
    expect(described(name)).not.toBe("taken");
    expect(name.value).toBe("z");
  });

  it("shows a rejection of the whole form in the summary and keeps every value", async () => {
    const ports = portsOf({ call: vi.fn().mockRejectedValue({ kind: "refused", code: 4118, message: "没有权限" }) });
    const page = await open(entityOf([field(text, "name")]), ports);
    await type(control(page, "name"), "x");
    await click(button(page, "提交"));
    await settle();
    expect(page.querySelector("[data-summary]")?.textContent).toContain("没有权限");
    expect(control(page, "name").value).toBe("x");
  });

  it("asks for the payment password only when the server requires it for this change", async () => {
    const guarded = (more: Partial<Ports>) => {
      const refusal = { kind: "refused", code: failures.proofMissing.code, message: "" };
      const ports = portsOf({
        call: vi.fn(async (_call, body, init) =>
          body!["name"] === "moved" && !init?.proof ? Promise.reject(refusal) : { record: {} },
        ),
        ...more,
      });
      return {
        ports,
        entity: entityOf([field(text, "name")], {
          calls: { create: call("create", { stepUp: "pay", guards: ["name"] }) },
        }),
      };
    };
    const fill = async ({ ports, entity }: ReturnType<typeof guarded>, name: string, onDone = vi.fn()) => {
      const page = await open(entity, ports, { onDone });
      await type(control(page, "name"), name);
      await click(button(page, "提交"));
      return { page, onDone };
    };
    const harmless = guarded({});
    const { onDone: done } = await fill(harmless, "same");
    await vi.waitFor(() => expect(done).toHaveBeenCalledOnce(), { timeout: 20_000 });
    expect(harmless.ports.stepUp).not.toHaveBeenCalled();
    close();
    const moving = guarded({});
    const { onDone: moved } = await fill(moving, "moved");
    await vi.waitFor(() => expect(moved).toHaveBeenCalledOnce(), { timeout: 20_000 });
    expect(sent(moving.ports, 1)[2]).toMatchObject({
      proof: "proof",
      idempotencyKey: sent(moving.ports, 0)[2].idempotencyKey,
    });
    close();
    const closed = guarded({ stepUp: vi.fn(async () => undefined) });
    const { page, onDone } = await fill(closed, "moved");
    await vi.waitFor(() => expect(closed.ports.stepUp).toHaveBeenCalledOnce(), { timeout: 20_000 });
    await settle(20);
    expect(onDone).not.toHaveBeenCalled();
    expect(closed.ports.call).toHaveBeenCalledOnce();
    expect(control(page, "name").value).toBe("moved");
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it("allows resubmitting a changed call at once after a rejection, but an order only after a delay", async () => {
    const refusal = { kind: "refused", code: 4118, message: "wrong" };
    for (const [source, times] of [
      ["call", 2],
      ["store", 1],
    ] as const) {
      const ports = portsOf({ call: vi.fn().mockRejectedValue(refusal) });
      const page = await open(entityOf([field(text, "name")], { source }), ports);
      await type(control(page, "name"), "x");
      await click(button(page, "提交"));
      await settle(20);
      // Pressed again without changes: nothing is sent.
      await click(button(page, "提交"));
      await settle(20);
      expect(ports.call).toHaveBeenCalledTimes(1);
      await type(control(page, "name"), "y");
      await click(button(page, "提交"));
      await settle(20);
      expect([source, (ports.call as ReturnType<typeof vi.fn>).mock.calls.length]).toEqual([source, times]);
      close();
    }
  });

  it("retries with the same key after an unknown result, and takes a new key after a definite one", async () => {
    const results = [
      Promise.reject({ kind: "unknown", code: 0, message: "" }),
      Promise.reject({ kind: "offline", code: 0, message: "" }),
      Promise.resolve({ record: {} }),
    ];
    for (const answer of results) answer.catch(() => undefined);
    const ports = portsOf({ call: vi.fn(() => results.shift()!) });
    const page = await open(entityOf([field(text, "name")]), ports);
    await type(control(page, "name"), "x");
    await click(button(page, "提交"));
    expect(page.querySelector("[data-summary]")?.textContent).toContain("还没收到结果");
    await settle(2_050);
    await click(button(page, "查询结果"));
    expect(page.textContent).toContain("网络已断开");
    await settle(2_050);
    await click(button(page, "查询结果"));
    const keys = [0, 1, 2].map((index) => sent(ports, index)[2].idempotencyKey);
    expect(new Set(keys).size).toBe(1);
    expect([0, 1, 2].map((index) => sent(ports, index)[1])).toEqual([{ name: "x" }, { name: "x" }, { name: "x" }]);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it("asks before leaving while it is pending, and notifies users who left of the result", async () => {
    const takeBack = vi.fn();
    const unfinished = vi.fn(() => takeBack);
    const notify = vi.fn();
    for (const [refusal, said] of [
      [
        { kind: "refused", code: 4119, message: "没有这个收款人" },
        ["warning", "刚离开的表单没有提交成功：单据", "没有这个收款人"],
      ],
      [{ kind: "unknown", code: 0, message: "" }, ["warning", "还没收到结果", expect.stringContaining("不会重复处理")]],
    ] as const) {
      let answer: (failure: object) => void = () => undefined;
      const ports = portsOf({ unfinished, notify, call: () => new Promise((_done, refuse) => (answer = refuse)) });
      const page = await open(entityOf([field(text, "name")], { texts: { label: "单据" } }), ports, {
        preset: { name: "x" },
      });
      await click(button(page, "提交"));
      expect(unfinished).toHaveBeenLastCalledWith(expect.anything(), "sent");
      expect(takeBack).not.toHaveBeenCalled();
      close();
      close = () => undefined;
      answer(refusal);
      await vi.waitFor(() => expect(notify).toHaveBeenLastCalledWith(...said), { timeout: 20_000 });
      expect(takeBack).toHaveBeenCalledOnce();
      takeBack.mockClear();
    }
  });

  it("keeps the key of an order without a response across a reload, and says so", async () => {
    const first = portsOf({ call: vi.fn().mockRejectedValue({ kind: "unknown", code: 0, message: "" }) });
    let page = await open(entityOf([field(text, "name")]), first);
    await type(control(page, "name"), "x");
    await click(button(page, "提交"));
    await settle();
    close();
    const second = portsOf();
    page = await open(entityOf([field(text, "name")]), second);
    expect(page.textContent).toContain("上一次提交还没有结果");
    await type(control(page, "name"), "x");
    await click(button(page, "提交"));
    await settle();
    expect(sent(second)[2].idempotencyKey).toBe(sent(first)[2].idempotencyKey);
  });

  it("follows a review, asks for the password, and shows both amounts when they changed", async () => {
    const changed = {
      kind: "refused",
      code: 4131,
      message: "费用有变化",
      errors: [{ at: "/fee", code: "figuresChanged", params: { confirmed: "1", actual: "2" }, message: "" }],
    };
    const ports = portsOf({ call: vi.fn().mockRejectedValueOnce(changed).mockResolvedValueOnce({ record: {} }) });
    const entity = entityOf(
      [
        field(text, "name"),
        field(text, "fee", {
          readOnly: true,
          compute: {
            source: "has(self.name) ? '1' : self.none",
            tree: ["?", ["has", ["v", "self"], "name"], "1", ["v", "self", "none"]],
            reads: ["self.name", "self.none"],
            type: "string",
          },
        }),
      ],
      {
        form: { sections: [{ id: "s", rows: [["name"], ["fee"]] }], review: true, draft: false },
        calls: { create: call("create", { stepUp: "pay" }) },
        texts: { "form.confirm": "付款 {fee}" },
      },
    );
    const page = await open(entity, ports);
    await type(control(page, "name"), "6222021202041234567");
    await click(button(page, "下一步"));
    expect(document.activeElement).toBe(page.querySelector("[data-review]"));
    expect(page.querySelector(".pf-pairs")?.textContent).toContain("6222 0212 0204 1234 567");
    await click(button(page, "确认付款 1"));
    await settle();
    // The texts of the dialog load together with it.
    await vi.waitFor(
      () =>
        expect(ports.stepUp).toHaveBeenCalledWith(
          "pay",
          expect.objectContaining({ name: "create" }),
          { name: "6222021202041234567", fee: "1" },
          expect.objectContaining({ text: "label", action: "付款 1" }),
        ),
      { timeout: 20_000 },
    );
    await settle();
    expect(page.querySelector("[data-changed]")?.textContent).toMatch(/1.*2/);
    await settle(2_050);
    await click(button(page, "确认付款 2"));
    await settle();
    expect(sent(ports, 1)[1].fee).toBe("2");
    expect(sent(ports, 1)[2]).toMatchObject({ proof: "proof" });
    expect(sent(ports, 1)[2].idempotencyKey).not.toBe(sent(ports, 0)[2].idempotencyKey);
  });

  it("of a review ignores shortcuts that are held down", async () => {
    const ports = portsOf();
    const page = await open(
      entityOf([field(text, "name")], {
        form: { sections: [{ id: "s", rows: [["name"]] }], review: true, draft: false },
      }),
      ports,
    );
    const name = control(page, "name");
    await type(name, "x");
    await press(name, "Enter", { ctrlKey: true });
    const review = page.querySelector("[data-review]")!;
    for (let held = 0; held < 3; held++) await press(review, "Enter", { ctrlKey: true, repeat: true });
    await settle();
    expect(ports.call).not.toHaveBeenCalled();
    await press(review, "Enter", { ctrlKey: true });
    await settle();
    expect(ports.call).toHaveBeenCalledTimes(1);
  });

  it("asks for a second factor if required, and resends the same body with the same key", async () => {
    const refusal = { kind: "refused", code: failures.soleAbove.code, message: "above 50,000 CNY" };
    const made = (stepUp: Ports["stepUp"]) =>
      portsOf({
        stepUp,
        call: vi.fn(async (_call, _body, init) =>
          init?.proof === "raised" ? { record: {} } : Promise.reject(refusal),
        ),
      });
    const entity = entityOf([field(text, "name")], { calls: { create: call("create", { stepUp: "pay" }) } });
    const ports = made(vi.fn(async (need) => (need === "pay" ? "proof" : "raised")));
    const key = new IdempotencyKey("o", sessionStorage);
    expect(await sender(ports, entity, key).submit({ name: "a" })).toMatchObject({
      outcome: { end: "succeeded" },
    });
    expect(ports.stepUp).toHaveBeenLastCalledWith("pay+totp", expect.anything(), { name: "a" }, undefined, {
      proof: "proof",
      why: "above 50,000 CNY",
    });
    expect(
      [0, 1].map((at) => [sent(ports, at)[1], sent(ports, at)[2].idempotencyKey, sent(ports, at)[2].proof]),
    ).toEqual([
      [{ name: "a" }, expect.stringMatching(TIMED), "proof"],
      [{ name: "a" }, sent(ports, 0)[2].idempotencyKey, "raised"],
    ]);
    const time = Number.parseInt(sent(ports)[2].idempotencyKey.replace("-", "").slice(0, 12), 16);
    expect(Math.abs(Date.now() - time)).toBeLessThan(60_000);
    // Closing the dialog has the same effect as not submitting at all.
    const closed = made(vi.fn(async (need) => (need === "pay" ? "proof" : undefined)));
    const next = new IdempotencyKey("o", sessionStorage);
    expect(await sender(closed, entity, next).submit({ name: "a" })).toEqual({
      outcome: { end: "cancelled" },
      late: false,
    });
    expect(next.open).toBe(false);
  });

  it("uses the failure codes of the contract", () => {
    for (const [name, code] of Object.entries(codes)) expect(failures[name as keyof typeof codes].code).toBe(code);
  });

  it("reports an unknown result after a server or gateway error, and keeps the key [X4]", async () => {
    for (const [code, kept] of [
      [5000, true],
      [504, true],
      [failures.tooMany.code, false],
      [413, false],
    ] as const) {
      sessionStorage.clear();
      const ports = portsOf({ call: vi.fn().mockRejectedValue({ kind: "broken", code, message: "", traceId: "t-1" }) });
      const page = await open(entityOf([field(text, "name")]), ports);
      await type(control(page, "name"), "x");
      await click(button(page, "提交"));
      await settle();
      expect(Object.keys(sessionStorage).length, String(code)).toBe(kept ? 1 : 0);
      expect(page.querySelector("[data-summary]")?.textContent?.includes("还没收到结果"), String(code)).toBe(kept);
      if (kept) expect(page.querySelector("[data-summary]")?.textContent).toContain("t-1");
      close();
    }
    // A call that stores nothing is safe to repeat, so its error is shown without a retry notice.
    const ports = portsOf({ call: vi.fn().mockRejectedValue({ kind: "broken", code: 5000, message: "坏了" }) });
    const page = await open(entityOf([field(text, "name")], { source: "call" }), ports);
    await type(control(page, "name"), "x");
    await click(button(page, "提交"));
    await settle();
    expect(page.querySelector("[data-summary]")?.textContent).toContain("坏了");
  });

  it.each([
    [{ kind: "refused", code: 4118 }, false],
    [{ kind: "refused", code: failures.keyExpired.code }, false],
    [{ kind: "refused", code: 3001 }, true],
    [{ kind: "refused", code: failures.inProgress.code }, true],
    [{ kind: "offline", code: 0 }, true],
    [{ kind: "broken", code: 500 }, true],
  ])("keeps the key of an order without a response after %j: %s", async (failure, kept) => {
    const plain = entityOf([field(text, "name")]);
    const ports = portsOf({
      call: vi
        .fn()
        .mockRejectedValueOnce({ kind: "unknown", code: 0, message: "" })
        .mockRejectedValueOnce({ ...failure, message: "" }),
    });
    const key = new IdempotencyKey("k", sessionStorage);
    const operation = sender(ports, plain, key);
    expect((await operation.submit({}))?.outcome.end).toBe("unknown");
    const first = key.value;
    await operation.retry();
    expect(key.value === first).toBe(kept);
    expect(new IdempotencyKey("k", sessionStorage).value === first).toBe(kept);
  });
});
