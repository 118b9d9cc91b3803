// @vitest-environment happy-dom
/** URLs of a list that refer to something nonexistent, and URLs that the server refuses. */
import { act, useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failures } from "../../src/contract/failures.ts";
import { createEmptyQuery } from "@portolan/engine";
import { type ListState, useListState } from "../../src/engine/data/list-state.tsx";
import { mount } from "./form-fixtures.tsx";
import { key, lines, named, openList, press, rowsOf, settle, shopOf } from "./table-fixtures.tsx";

beforeEach(() => {
  localStorage.clear();
  history.replaceState({ key: crypto.randomUUID() }, "");
});
let close: () => void = () => undefined;
afterEach(() => {
  close();
  document.body.replaceChildren();
});
async function open(count: number, url = "", shop = shopOf(rowsOf(count))) {
  const list = await openList(shop, url);
  close = list.unmount;
  return { shop, ...list };
}

describe("the URL of a list", () => {
  it("falls back to the last page if the requested one does not exist, and says so", async () => {
    const { page, at } = await open(45, "page=9&status=waiting");
    await settle(20);
    expect(at.moves).toEqual(["replace page=2&status=waiting"]);
    expect(lines(page)).toHaveLength(10);
    expect(page.querySelector(".pt-beyond")!.textContent).toBe("没有第 9 页，已显示最后一页");
    await press(named(page, "上一页"));
    expect(page.querySelector(".pt-beyond")).toBeNull();
  });

  it("reports parameters that were ignored, also beyond the last page", async () => {
    const { page, at } = await open(45, "statuz=failed&page=9&amount.from=abc&status=waiting");
    await settle(20);
    expect([at.params.get("page"), lines(page).length, page.querySelector(".pt-beyond")!.textContent]).toEqual([
      "2",
      10,
      "没有第 9 页，已显示最后一页",
    ]);
    expect([...page.querySelectorAll(".pt-chip[data-tone=warning]")].map((chip) => chip.textContent)).toEqual([
      "已忽略：statuz=failed",
      "已忽略：amount.from=abc",
    ]);
    await press(page.querySelector(".pt-chip[data-tone=warning]")!);
    expect([at.params.toString(), page.querySelectorAll(".pt-chip[data-tone=warning]").length]).toEqual([
      "status=waiting&page=2",
      0,
    ]);
  });

  it("offers no page beyond the last one that can be numbered, and says how to continue", async () => {
    const shop = shopOf(rowsOf(20));
    const ask = vi.mocked(shop.ports.call);
    const response = ask.getMockImplementation()!;
    const pages: unknown[] = [];
    ask.mockImplementation(async (to, body = {}, init = {}) => {
      pages.push(body["page"] ?? 1);
      return { ...(await response(to, { ...body, page: 1 }, init)), ...(body["totals"] ? { total: 150_000 } : {}) };
    });
    const { page, at } = await open(20, "page=4999", shop);
    const next = () => named(page, "下一页") as HTMLButtonElement;
    expect([page.querySelector(".pt-jump")!.textContent, next().disabled, page.querySelector(".pt-beyond")]).toEqual([
      "页码/ 5000",
      false,
      null,
    ]);
    await press(next());
    expect([at.params.get("page"), next().disabled, page.querySelector(".pt-beyond")!.textContent]).toEqual([
      "5000",
      true,
      "页码最多到第 5000 页，其余请缩小筛选范围查看，或导出",
    ]);
    const jump = page.querySelector<HTMLInputElement>(".pt-jump input")!;
    jump.value = "7000";
    jump.focus();
    await key("Enter");
    expect(at.params.get("page")).toBe("5000");
    await settle();
    expect(Math.max(...pages.map(Number))).toBe(5_000);
  });

  it("restarts from the first page if its cursor is rejected, and says so", async () => {
    const shop = shopOf(rowsOf(45));
    const ask = vi.mocked(shop.ports.call);
    const response = ask.getMockImplementation()!;
    ask.mockImplementation(async (to, body = {}, init = {}) => {
      if (body["cursor"])
        throw Object.assign(new Error("请修改"), {
          kind: "refused",
          code: failures.invalid.code,
          errors: [{ at: "/cursor", code: "cursor", message: "游标无法识别" }],
        });
      return response(to, body, init);
    });
    const { page, at, go } = await open(45, "cursor=of-another-node.x&page=7&status=waiting&foo=1", shop);
    await settle(20);
    expect([at.moves, lines(page).length]).toEqual([["replace status=waiting&foo=1"], 20]);
    expect([page.querySelector(".pt-waiting")!.textContent, page.querySelector(".pt-failed")]).toEqual([
      "原来的翻页位置已失效，已从头显示",
      null,
    ]);
    await go("status=waiting&page=2");
    await settle();
    expect(page.querySelector(".pt-waiting")).toBeNull();
    const held: { state?: ListState } = {};
    const [query, preset] = [createEmptyQuery(), {}];
    function Growing() {
      const state = useListState(shop.entity, query, preset);
      useEffect(() => void (held.state = state));
      return null;
    }
    const { unmount } = await mount(<Growing />, shop.ports);
    await settle();
    await act(async () => held.state!.more!());
    await settle();
    expect([held.state!.rows.length, held.state!.restarted, held.state!.failure]).toEqual([20, true, undefined]);
    unmount();
  });

  it("reports each parameter that the server did not accept", async () => {
    const shop = shopOf(rowsOf(5));
    (shop.ports.call as ReturnType<typeof vi.fn>).mockImplementation(async () => {
      throw Object.assign(new Error("请修改"), {
        kind: "refused",
        code: failures.invalid.code,
        errors: [{ at: "/payee", code: "closed", message: "列表不能按这一项筛选" }],
      });
    });
    const { page } = await open(5, "", shop);
    expect(page.querySelector(".pt-failed")!.textContent).toContain("列表不能按这一项筛选");
  });
});
