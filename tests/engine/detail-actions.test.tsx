// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failures } from "../../src/contract/failures.ts";
import { identifier } from "../../src/engine/kinds/identifier/identifier.ts";
import { text } from "../../src/engine/kinds/text/text.ts";
import { afresh, alert, answer, forget, openPage, portsWith, record, sent, until } from "./detail-fixtures.tsx";
import { button, call, click, control, described, entityOf, field, settle, type } from "./form-fixtures.tsx";

let close: () => void = () => undefined;
async function open(...given: Parameters<typeof openPage>): Promise<HTMLElement> {
  const { page, unmount } = await openPage(...given);
  close = unmount;
  return page;
}
beforeEach(forget);
afterEach(() => close());

describe("an action", () => {
  it("is ordered by its risk, and disabled with a reason if blocked", async () => {
    const page = await open(
      portsWith([
        answer({
          events: [
            { event: "cancel", to: "ended", needs: [] },
            { event: "pass", to: "running", needs: [], blocked: "makerIsChecker" },
          ],
        }),
      ]),
    );
    expect([...page.querySelectorAll(".pd-offer button")].map((element) => element.textContent)).toEqual([
      "通过复核",
      "撤销",
    ]);
    const pass = button(page, "通过复核");
    expect(pass.getAttribute("aria-disabled")).toBe("true");
    expect(described(pass)).toBe("失败:makerIsChecker");
    await click(pass);
    expect(sent).toEqual([]);
    expect(button(page, "撤销").dataset.tone).toBe("danger");
  });

  it("asks for the fields that it needs, and shows the server's message at the field", async () => {
    const refusal = {
      kind: "refused",
      code: 4000,
      message: "请检查",
      errors: [{ at: "/reason", code: "pattern", params: {}, message: "不能只写符号" }],
    };
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
    expect(sent[0]!.slice(0, 2)).toEqual([
      expect.objectContaining({ path: "/test/review" }),
      { id: record.id, event: "reject", reason: "！！" },
    ]);
    expect(described(reason)).toBe("不能只写符号");
    expect(reason.value).toBe("！！");
    await type(reason, "重复");
    await click(button(page, "确认驳回"));
    await settle();
    expect(page.querySelector(".pd-notice")?.textContent).toBe("已驳回");
    expect(sent[1]![2]!.idempotencyKey).not.toBe(sent[0]![2]!.idempotencyKey);
  });

  it("that ends the record is confirmed in place, and returns the focus when cancelled", async () => {
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

  it("changes nothing when the payment password is not entered", async () => {
    const stepUp = vi.fn(async () => undefined);
    const page = await open(portsWith([answer()], undefined, { stepUp }));
    const before = page.innerHTML;
    await click(button(page, "通过复核"));
    await settle();
    await vi.waitFor(
      () =>
        expect(stepUp).toHaveBeenCalledWith(
          "pay",
          expect.objectContaining({ path: "/test/review" }),
          { id: record.id, event: "pass" },
          {
            text: "通过复核 · 启航 · 2,000.00\u00a0CNY",
            lines: [],
            does: undefined,
            action: "通过复核 2,000.00\u00a0CNY",
          },
        ),
      { timeout: 20_000 },
    );
    await settle();
    expect(sent).toEqual([]);
    expect(page.innerHTML).toBe(before);
  });

  it("keeps the rejection beside the buttons while the record reloads", async () => {
    const refused = { kind: "refused", code: failures.transition.code, message: "状态已变化" };
    const page = await open(
      portsWith([answer(), answer({ record: { ...record, state: "running" }, events: [] })], () =>
        Promise.reject(refused),
      ),
    );
    await click(button(page, "通过复核"));
    await settle();
    expect(sent[0]![2]).toMatchObject({ proof: "proof" });
    expect(page.querySelector(".pd-lead .status")?.textContent).toBe("处理中");
    expect(alert(page)).toBe("状态已变化");
    expect(document.activeElement).toBe(page.querySelector(".pd-notice"));
  });

  it("shows its success until the record changes again, then returns the focus to the record", async () => {
    const running = { record: { ...record, state: "running" }, events: [] };
    const page = await open(
      portsWith([answer(), answer(running), answer({ record: { ...record, state: "done" }, events: [] })]),
    );
    await click(button(page, "通过复核"));
    await settle();
    const notice = page.querySelector(".pd-notice");
    expect(notice?.textContent).toBe("已通过复核，付款已提交银行。");
    expect(document.activeElement).toBe(notice);
    // A record that waits for the provider is refetched.
    await until(() => page.querySelector(".pd-lead .status")?.textContent === "已完成");
    expect(page.querySelector(".pd-notice")).toBeNull();
    expect(document.activeElement).toBe(page.querySelector("article"));
  });

  it("is retried with the same key and body after an unknown result, even after leaving the page", async () => {
    const unknown = { kind: "unknown", code: 0, message: "" };
    const other = vi
      .fn()
      .mockRejectedValueOnce(unknown)
      .mockRejectedValueOnce(unknown)
      .mockResolvedValueOnce({ record: {} });
    let page = await open(portsWith([answer()], other));
    await click(button(page, "通过复核"));
    await settle();
    expect(alert(page)).toContain("还没收到结果");
    await click(button(page, "查询结果"));
    await settle();
    close();
    afresh();
    page = await open(portsWith([answer()], other));
    await click(button(page, "通过复核"));
    await settle();
    expect(new Set(sent.map(([, , init]) => init!.idempotencyKey)).size).toBe(1);
    expect(sent).toHaveLength(3);
    expect(page.querySelector(".pd-notice")?.textContent).toBe("已通过复核，付款已提交银行。");
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it("is retried as sent, even if another action was started in between", async () => {
    const stepUp = vi.fn(async () => "proof");
    const other = vi
      .fn()
      .mockRejectedValueOnce({ kind: "unknown", code: 0, message: "" })
      .mockRejectedValueOnce({ kind: "offline", code: 0, message: "" })
      .mockResolvedValue({ record: {} });
    const page = await open(portsWith([answer()], other, { stepUp }));
    await click(button(page, "通过复核"));
    await settle();
    await click(button(page, "撤销"));
    await click(button(page, "确认撤销"));
    await settle();
    await click(button(page, "返回"));
    await settle(40);
    await click(button(page, "查询结果"));
    await settle();
    expect(sent.map(([way, body]) => [way.path, body?.event])).toEqual([
      ["/test/review", "pass"],
      ["/test/cancel", "cancel"],
      ["/test/review", "pass"],
    ]);
    expect(sent[2]![2]!.idempotencyKey).toBe(sent[0]![2]!.idempotencyKey);
  });

  it("needs no retry when the reloaded record shows that it took effect", async () => {
    const page = await open(
      portsWith([answer(), answer({ record: { ...record, state: "running" }, events: [] })], () =>
        Promise.reject({ kind: "unknown", code: 0, message: "" }),
      ),
    );
    await click(button(page, "通过复核"));
    await settle();
    expect(page.querySelector(".pd-notice")?.textContent).toContain("已有更新");
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
});

describe("a record without a lifecycle", () => {
  const plain = (granted = true) => {
    const calls = {
      detail: call("detail", { method: "GET" }),
      update: call("update"),
      remove: call("remove", granted ? {} : { grant: "thing.remove" }),
    };
    return entityOf([field(identifier, "id", { readOnly: true }), field(text, "holder")], {
      calls,
      texts: { label: "收款人" },
      form: { sections: [{ id: "all", rows: [["holder"]] }], review: false, draft: false },
    });
  };
  const loaded = answer({ timeline: [], events: [], version: 3 });

  it("is removed after confirmation, and shows why the server refuses", async () => {
    const page = await open(
      portsWith([loaded], () =>
        Promise.reject({ kind: "refused", code: failures.inUse.code, message: "仍有订单使用" }),
      ),
      plain(),
    );
    await click(button(page, "删除"));
    expect(sent).toEqual([]);
    await click(button(page, "确认删除"));
    await settle();
    expect(sent[0]!.slice(0, 2)).toEqual([expect.objectContaining({ path: "/test/remove" }), { id: record.id }]);
    expect(alert(page)).toBe("仍有订单使用");
  });

  it("is updated in place, with the version that was read", async () => {
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
    expect([...page.querySelectorAll(".pd-foot button")].map((element) => element.textContent)).toEqual(["修改"]);
  });
});
