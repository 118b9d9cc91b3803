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
  it("stands in the row by its danger, blocked ones with their reason", async () => {
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

  it("asks for what it needs, with the server's own words at the field", async () => {
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

  it("keeps the refusal beside the buttons while the record is loaded again", async () => {
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

  it("confirms a success only until the record moves on, and hands the focus back to the record", async () => {
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

  it("asks again with the same key and body after no answer, even after the page was left", async () => {
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

  it("asks again for what was sent, whatever else was begun meanwhile", async () => {
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

  it("needs no asking again when the record shows that it has moved on", async () => {
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

  it("is removed after a question, and says why not", async () => {
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
    expect([...page.querySelectorAll(".pd-foot button")].map((element) => element.textContent)).toEqual(["修改"]);
  });
});
