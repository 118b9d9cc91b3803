// @vitest-environment happy-dom
/** Lists in which the user acts before a response arrives. */
import { act, useEffect, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { createEmptyQuery, type Entity, type Ports } from "@portolan/engine";
import { rebaseQuery } from "../../src/engine/query/change.ts";
import { EntityTable } from "../../src/engine/table/EntityTable.tsx";
import { prepareBulk } from "../../src/engine/operation/bulk.ts";
import { listBulkActions } from "../../src/engine/operation/bulk-actions.ts";
import { answer, order } from "./detail-fixtures.tsx";
import { button, click, leave, settle, type } from "./form-fixtures.tsx";
import { cleanAroundEach, later, leaving, open, unknown } from "./late-fixtures.tsx";
import { id, lines, named, openList, rowsOf, shopOf, tickOf, until } from "./table-fixtures.tsx";

/** Renders a list whose router navigates only when the test allows it, as on a slow machine. */
async function slowly(ports: Ports, entity: Entity, url = "") {
  const router = { wished: new URLSearchParams(url), draw: async () => undefined as void };
  function Host() {
    const [params, setParams] = useState(router.wished);
    useEffect(() => void (router.draw = () => act(async () => setParams(router.wished))), []);
    return (
      <EntityTable entity={entity} title="订单" params={params} onParams={(next) => void (router.wished = next)} />
    );
  }
  const page = await open(<Host />, ports);
  return { page, router };
}
const asked = (router: { wished: URLSearchParams }) => Object.fromEntries(router.wished);
const typeKeyword = (page: HTMLElement, words: string) =>
  type(page.querySelector<HTMLInputElement>("[data-keyword]")!, words);

cleanAroundEach();

describe("a list during slow responses", () => {
  it("applies two changes in a row, even if the second precedes the render of the first", async () => {
    const shop = shopOf(rowsOf(30));
    const { page, router } = await slowly(shop.ports, shop.entity, "tab=all");
    await typeKeyword(page, "收款人1");
    await leave(page.querySelector<HTMLElement>("[data-keyword]")!);
    await click(button(page, "下一页"));
    expect(asked(router)).toEqual({ tab: "all", q: "收款人1", page: "2" });
    await click(page.querySelector(`tr[data-id="${id(3)}"] td:nth-child(3)`));
    expect(asked(router)).toEqual({ tab: "all", q: "收款人1", page: "2", id: id(3) });
    // The list offers to reset the filters once it shows them.
    await router.draw();
    await click(named(page, "重置"));
    await router.draw();
    await settle(450);
    expect(asked(router)).toEqual({ tab: "all" });
    expect(page.querySelector<HTMLInputElement>("[data-keyword]")!.value).toBe("");
    const is = (value: string) => ({ style: "is" as const, values: [value], not: false });
    const seen = { ...createEmptyQuery(), filters: { kind: is("a"), state: is("x") } };
    expect(
      rebaseQuery({ ...seen, filters: { kind: is("b"), state: seen.filters.state }, page: 3 }, seen, {
        ...seen,
        filters: { kind: seen.filters.kind },
        page: 1,
      }),
    ).toMatchObject({ filters: { kind: is("b") }, page: 3 });
  });

  it("keeps text that is typed and a record that is opened while the URL updates", async () => {
    const shop = shopOf(rowsOf(5));
    const { page, router } = await slowly(shop.ports, shop.entity);
    const keyword = page.querySelector<HTMLInputElement>("[data-keyword]")!;
    await type(keyword, "收款");
    await until(() => asked(router)["q"] === "收款");
    await type(keyword, "收款人");
    await router.draw();
    expect(keyword.value).toBe("收款人");
    await leave(keyword);
    await click(page.querySelector(`tr[data-id="${id(3)}"] td:nth-child(3)`));
    await router.draw();
    await settle(450);
    expect(asked(router)).toEqual({ q: "收款人", id: id(3) });
  });

  it("ignores totals of an earlier filter that arrive last", async () => {
    const shop = shopOf(rowsOf(30));
    const totals = later();
    const own = shop.ports.call;
    const { page, go, unmount } = await openList({
      ...shop,
      ports: {
        ...shop.ports,
        call: (to, body = {}, init) =>
          body.totals && body.status === undefined ? totals.promise : own(to, body, init),
      },
    });
    leaving(unmount);
    await go("status=done");
    await settle();
    expect(page.querySelector(".pt-head [role=status]")?.textContent).toBe("共 10 条");
    await totals.come({ total: 30 });
    expect(page.querySelector(".pt-head [role=status]")?.textContent).toBe("共 10 条");
  });

  it("does not restore rows of the earlier filter when left before the new ones arrive", async () => {
    const shop = shopOf(rowsOf(30));
    const own = shop.ports.call;
    let silent = false;
    const ports = {
      ...shop.ports,
      call: ((to, body, init) => (silent ? new Promise(() => undefined) : own(to, body, init))) as Ports["call"],
    };
    const first = await openList({ ...shop, ports });
    silent = true;
    history.replaceState({ key: "filtered" }, "");
    await first.go("status=done");
    first.unmount();
    const back = await openList({ ...shop, ports }, "status=done");
    leaving(back.unmount);
    expect(lines(back.page)).toEqual([]);
  });

  it("sums the current amounts of selected records, and notifies users who left of the result", async () => {
    const shop = shopOf(rowsOf(3));
    const seen = shop.rows.map((row) => ({ ...row }));
    shop.rows[1]!.amount = "5.00";
    const plan = await prepareBulk(
      { ports: shop.ports, entity: shop.entity, signal: new AbortController().signal },
      listBulkActions(shop.entity, () => true)[0]!,
      seen,
    );
    expect(plan.ready.map((row) => row.amount)).toEqual(["5.00", "1002.50"]);

    const done = later();
    const notify = vi.fn();
    const unfinished = vi.fn(() => () => undefined);
    const own = shop.ports.call;
    const ports = {
      ...shop.ports,
      notify,
      unfinished,
      call: ((to, body, init) =>
        to.path === shop.entity.calls.review!.path ? done.promise : own(to, body, init)) as Ports["call"],
    };
    const list = await openList({ ...shop, ports });
    await act(async () => tickOf(list.page, 1).click());
    await until(() => document.querySelector(".pt-chosen"));
    await click(named(document, "pass"));
    await until(() => document.body.textContent?.includes("将处理"));
    await act(async () => document.querySelector<HTMLElement>("[type=submit].btn[data-main]")!.click());
    await settle();
    expect(unfinished).toHaveBeenCalledWith(expect.anything(), "sent");
    list.unmount();
    await done.come({});
    expect(notify).toHaveBeenCalledWith("success", "pass", "已完成 1 条");
  });

  it("keeps a reopened panel open when an earlier file arrives, and reports when that file failed", async () => {
    const notify = vi.fn();
    const shop = shopOf(rowsOf(3), { notify });
    const files = [later<void>(), later<void>()];
    let turn = 0;
    const { page, unmount } = await openList({
      ...shop,
      ports: { ...shop.ports, download: () => files[turn++]!.promise },
    });
    leaving(unmount);
    const panel = page.querySelector<HTMLElement>("[data-key=export] .ov-panel")!;
    const hide = vi.fn();
    panel.hidePopover = hide;
    const toggle = (newState: string) =>
      act(async () => void panel.dispatchEvent(Object.assign(new Event("toggle"), { newState })));
    for (const file of files) {
      await toggle("open");
      await until(() => panel.querySelector(".pt-export-go"));
      await click(panel.querySelector(".pt-export-go button"));
      await toggle("closed");
      await toggle("open");
      await (file === files[0] ? file.come() : file.fail({ kind: "refused", code: 4119, message: "no" }));
      await toggle("closed");
    }
    expect(hide).not.toHaveBeenCalled();
    expect(notify).toHaveBeenCalledWith("warning", expect.stringContaining("no"));
  });

  it("requests a record of another entity once, and shows its row as seen after it was closed", async () => {
    const shop = shopOf(rowsOf(3));
    const list = Object.assign(Object.create(shop.entity) as Entity, {
      list: { ...shop.entity.list, opens: { entity: "payee", id: "fee", call: "seen" } },
    });
    const seen = later();
    const own = shop.ports.call;
    const asks: string[] = [];
    const ports: Ports = {
      ...shop.ports,
      entity: async () => order(),
      callNamed: async () => ({ method: "POST", path: "/seen" }),
      call: async (to, body = {}, init) => {
        asks.push(to.path);
        return to.path === "/seen" ? seen.promise : to.path === "/test/detail" ? { ...answer() } : own(to, body, init);
      },
    };
    const { go, unmount } = await openList({ ...shop, entity: list, ports }, `id=${id(1)}`);
    leaving(unmount);
    await until(() => document.querySelector(".ov-drawer .pd-key"));
    const count = (path: string) => asks.filter((one) => one === path).length;
    // Strict Mode renders twice.
    expect([count(list.calls.detail!.path), count("/seen")]).toEqual([2, 2]);
    await go("");
    const before = count(list.calls.list!.path);
    await seen.come({});
    await settle();
    expect(count(list.calls.list!.path)).toBeGreaterThan(before);
    expect([count(list.calls.detail!.path), count("/seen")]).toEqual([2, 2]);
  });

  it("reloads once the network returns, and keeps views that another tab has added", async () => {
    const shop = shopOf(rowsOf(3));
    const own = shop.ports.call;
    let down = true;
    const { page, unmount } = await openList(
      {
        ...shop,
        ports: {
          ...shop.ports,
          call: async (to, body, init) =>
            down ? Promise.reject({ ...unknown, kind: "offline" }) : own(to, body, init),
        },
      },
      "status=waiting",
    );
    leaving(unmount);
    expect(page.querySelector(".pt-failed")).not.toBeNull();
    down = false;
    await act(async () => void window.dispatchEvent(new Event("online")));
    await settle();
    expect([page.querySelector(".pt-failed"), lines(page).length]).toEqual([null, 2]);

    const views = () =>
      JSON.parse(localStorage.getItem("list.u1.order.views")!).map(({ name }: { name: string }) => name);
    localStorage.setItem(
      "list.u1.order.views",
      JSON.stringify([{ id: "other", name: "of another tab", query: "status=done" }]),
    );
    const panel = page.querySelector<HTMLElement>(".pt-view-new ~ .ov-panel, .pt-views .ov-panel")!;
    await act(async () => void panel.dispatchEvent(Object.assign(new Event("toggle"), { newState: "open" })));
    const input = await until(() => panel.querySelector<HTMLInputElement>("input"));
    panel.hidePopover = () => undefined;
    await type(input, "mine");
    await act(
      async () =>
        void panel.querySelector("form")!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })),
    );
    expect(views()).toEqual(["of another tab", "mine"]);
  });
});
