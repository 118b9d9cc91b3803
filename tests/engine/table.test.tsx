// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failures } from "../../src/contract/failures.ts";
import { createLazyPart } from "../../src/engine/react/lazy-part.tsx";
import { Panel } from "../../src/engine/overlay/Panel.tsx";
import { mount, portsOf } from "./form-fixtures.tsx";
import { id, key, lines, named, openList, press, rowsOf, settle, shopOf, tickOf, until } from "./table-fixtures.tsx";

beforeEach(() => {
  localStorage.clear();
  history.replaceState({ key: crypto.randomUUID() }, "");
});
let close: () => void = () => undefined;
afterEach(() => {
  close();
  document.body.replaceChildren();
  vi.useRealTimers();
});
async function open(count: number, url = "", shop = shopOf(rowsOf(count))) {
  const list = await openList(shop, url);
  close = list.unmount;
  return { shop, ...list };
}
const bar = () => document.querySelector(".pt-chosen");
const said = () => bar()?.querySelector("[role=status]")?.textContent;
const dialog = () => document.querySelector<HTMLElement>("[role=dialog].ov-dialog, .ov-dialog");
/** Waits for the confirmation, and for the result. */
const asked = () => until(() => dialog()?.textContent?.includes("将处理"));
const told = () => until(() => dialog()?.querySelector(".pt-outcomes"));
const headers = (page: HTMLElement) => [...page.querySelectorAll(".pt-scroll th")].map((th) => th.textContent);

describe("the selection", () => {
  it("extends to ranges with Shift, persists across pages and ends when filters change", async () => {
    const { page, at, go } = await open(50);
    await press(tickOf(page, 1));
    await press(tickOf(page, 4), { shiftKey: true });
    await until(bar);
    expect(said()).toBe("已选 4 条");
    await go("page=2");
    await settle();
    expect(lines(page)[0]).toBe(id(20));
    await press(page.querySelector("thead input")!);
    expect(said()).toBe("已选 24 条");
    await go("page=2&sort=amount");
    await settle();
    expect(said()).toBe("已选 24 条");
    await press(named(page, "选择全部 50 条"));
    expect(said()).toBe("已选 50 条");
    await go("status=done");
    await settle();
    expect(bar()).toBeNull();
    expect(at.moves).toEqual([]);
  });

  it("renders the toggled checkbox and no row", async () => {
    const shop = shopOf(rowsOf(20));
    const text = vi.spyOn(shop.entity.field("payee").kind, "text");
    const { page } = await open(20, "", shop);
    text.mockClear();
    await press(tickOf(page, 3));
    expect(await until(said)).toBe("已选 1 条");
    expect(text).not.toHaveBeenCalled();
    text.mockRestore();
  });

  it("names checkboxes by the order number, and rows whose key is not a column by title and amount", async () => {
    const first = await open(2);
    expect(tickOf(first.page, 1).getAttribute("aria-label")).toBe(`选择 ${id(1)}`);
    first.unmount();
    const shop = shopOf(rowsOf(2));
    shop.entity.list.columns = ["createdAt", "payee", "fee", "amount"];
    const { page } = await open(2, "", shop);
    expect(tickOf(page, 1).getAttribute("aria-label")).toBe("选择 收款人1 1.00 CNY");
  });

  it("is hidden if there is nothing to do with it", async () => {
    const shop = shopOf(rowsOf(3), { granted: () => false });
    shop.entity.list.export = false;
    const { page } = await open(3, "", shop);
    expect(page.querySelector("input[type=checkbox]")).toBeNull();
  });
});

describe("the selection bar", () => {
  const sums = () => bar()?.querySelector(".pt-sums")?.textContent;
  it("sums the selected rows exactly, across pages, and all of them by the server's total", async () => {
    const { page, go } = await open(50);
    await press(tickOf(page, 1));
    await until(bar);
    await press(tickOf(page, 4));
    expect([said(), sums()]).toEqual(["已选 2 条", "所选合计金额2,006.00CNY"]);
    await go("page=2");
    await settle();
    await press(tickOf(page, 20));
    expect([said(), sums()]).toEqual(["已选 3 条", "所选合计金额3,026.50CNY"]);
    await press(named(page, "选择全部 50 条"));
    expect(sums()).toBe("所选合计金额1.00CNY");
    // All except one, although the browser has not loaded those rows.
    await press(tickOf(page, 20));
    expect([said(), sums()]).toEqual(["已选 49 条", undefined]);
  });

  it("copies the selected rows as a table whose digits stay text", async () => {
    const notify = vi.fn();
    const shop = shopOf(rowsOf(3), { notify });
    shop.rows[1]!.payee = "=1+1\t公司";
    const { page } = await open(3, "cols=orderNo,payee,amount", shop);
    await press(tickOf(page, 0));
    await press(tickOf(page, 1));
    await until(bar);
    const clip = new Map<string, string>();
    const event = Object.assign(new Event("copy", { bubbles: true, cancelable: true }), {
      clipboardData: { setData: (type: string, text: string) => clip.set(type, text) },
    });
    await act(async () => void document.body.dispatchEvent(event));
    expect([event.defaultPrevented, clip.get("text/plain")]).toEqual([
      true,
      `订单号\t收款人\t金额\n${id(0)}\t收款人0\t1000.50\n${id(1)}\t'=1+1 公司\t1001.50`,
    ]);
    const html = clip.get("text/html")!;
    expect(html).toContain(`<td style="mso-number-format:'\\@'">${id(1)}</td>`);
    expect(html).toContain("<td>1001.50</td>");
    // The button copies by the same event, which the browser sends for the command.
    const typed = clip.get("text/html");
    clip.clear();
    const copying = Object.assign(new Event("copy", { bubbles: true, cancelable: true }), {
      clipboardData: { setData: (type: string, text: string) => clip.set(type, text) },
    });
    const command = () => !document.activeElement?.dispatchEvent(copying);
    Object.defineProperty(document, "execCommand", { value: command, configurable: true });
    await press(named(page, "复制"));
    Reflect.deleteProperty(document, "execCommand");
    expect(clip.get("text/html")).toBe(typed);
    expect(notify.mock.calls).toEqual(Array(2).fill(["success", "已复制 2 条，可粘贴到表格"]));
  });
});

describe("a bulk action", () => {
  it("states what it affects and skips, asks for the password, sends once and shows the result", async () => {
    const shop = shopOf(rowsOf(10));
    const { page } = await open(10, "", shop);
    await press(page.querySelector("thead input")!);
    await press(named(page, "pass"));
    await asked();
    expect(dialog()!.textContent).toContain("将处理 5 条");
    expect(dialog()!.textContent).toContain("跳过 5 条");
    expect(dialog()!.textContent).toContain("状态为“已完成”：4 条");
    expect(dialog()!.textContent).toContain("makerIsChecker：1 条");
    expect(dialog()!.querySelector("[data-asked]")?.textContent).toContain("收款人11,001.50\u00a0CNY收款人2");
    await press(named(dialog()!, "pass 5 条"));
    await told();
    const events = shop.sent.filter((one) => one.path.endsWith("/review"));
    const body = { ids: [1, 2, 4, 7, 8].map(id), event: "pass" };
    expect(events).toEqual([
      { path: "/order/review", body, key: expect.stringMatching(/^[\da-f-]{36}$/), proof: "proof" },
    ]);
    expect(shop.ports.stepUp).toHaveBeenCalledExactlyOnceWith(
      "pay",
      expect.objectContaining({ path: "/order/review" }),
      body,
      {
        text: "pass · 共 5 条",
        lines: [
          { label: "金额", text: "5,024.50\u00a0CNY", strong: true },
          ...[1, 2, 4, 7, 8].map((row) => ({ label: `收款人${row}`, text: `1,00${row}.50\u00a0CNY` })),
        ],
      },
    );
    // The result names party and amount, not keys.
    expect([...dialog()!.querySelectorAll(".pt-outcomes li")].map((line) => line.textContent)).toEqual(
      [1, 2, 4, 7, 8].map((row) => `收款人${row}1,00${row}.50\u00a0CNY已完成`),
    );
    // Completed records are deselected; skipped ones remain selected.
    expect(said()).toBe("已选 5 条");
  });

  it("is not sent if the password is not entered", async () => {
    const shop = shopOf(rowsOf(10), { stepUp: async () => undefined });
    const { page } = await open(10, "", shop);
    await press(tickOf(page, 1));
    await press(named(page, "pass"));
    await asked();
    await press(named(dialog()!, "pass 1 条"));
    await asked();
    expect(dialog()!.textContent).toContain("将处理 1 条");
    expect(shop.sent.some((one) => one.path.endsWith("/review"))).toBe(false);
  });

  /** One row was approved, but the response was lost. */
  async function unanswered() {
    const shop = shopOf(rowsOf(10));
    const { page } = await open(10, "", shop);
    await press(tickOf(page, 1));
    await press(named(page, "pass"));
    await asked();
    shop.refuse = { kind: "unknown", code: 0, message: "" };
    await press(named(dialog()!, "pass 1 条"));
    await told();
    return shop;
  }

  it("without a response is retried with the same key and body", async () => {
    const shop = await unanswered();
    expect(dialog()!.textContent).toContain("结果未知 1 条");
    expect(shop.rows[1]!.status).toBe("waiting");
    await press(named(dialog()!, "查询结果"));
    await until(() => dialog()?.textContent?.includes("已完成"));
    const [first, second] = shop.sent.filter((one) => one.path.endsWith("/review"));
    expect(second).toEqual(first);
    expect(dialog()!.textContent).toContain("已完成 1 条");
    expect(shop.ports.stepUp).toHaveBeenCalledTimes(1);
  });

  it("without a response stays unknown until a definite one arrives, whatever errors a retry returns", async () => {
    const shop = await unanswered();
    for (const failure of [
      { kind: "offline", code: 0, message: "" },
      { kind: "refused", code: failures.inProgress.code, message: "x" },
      { kind: "refused", code: 3001, message: "x" },
    ] as const) {
      shop.refuse = failure;
      await press(named(dialog()!, "查询结果"));
      await until(() => shop.refuse === undefined && dialog()?.querySelector(".pt-bulk-count"));
      expect(dialog()!.textContent).toContain("结果未知 1 条");
    }
    await press(named(dialog()!, "查询结果"));
    await until(() => dialog()?.textContent?.includes("已完成 1 条"));
    expect(new Set(shop.sent.filter((one) => one.path.endsWith("/review")).map(({ key }) => key)).size).toBe(1);
  });

  it("without a response keeps its key after a reload, and takes another after a definite response", async () => {
    const shop = shopOf(rowsOf(10));
    const pass = async (url: string) => {
      close();
      document.body.replaceChildren();
      history.replaceState({ key: crypto.randomUUID() }, "");
      for (const row of [1, 2]) shop.rows[row]!.status = "waiting";
      const { page } = await open(10, url, shop);
      for (const row of [1, 2]) await press(tickOf(page, row));
      await until(bar);
      await press(named(page, "pass"));
      await asked();
      await press(named(dialog()!, "pass 2 条"));
      await told();
    };
    shop.refuse = { kind: "unknown", code: 0, message: "" };
    for (const url of ["", "sort=-amount", ""]) await pass(url);
    const [first, second, third] = shop.sent.filter((one) => one.path.endsWith("/review"));
    expect(second).toEqual(first);
    expect(third!.key).not.toBe(first!.key);
  });

  it("without a response is not reported as unsent when a later attempt is not confirmed", async () => {
    let loses = true;
    const stepUp = vi.fn(async () => {
      if (loses) shop.refuse = { kind: "unknown", code: 0, message: "" };
      return loses || stepUp.mock.calls.length === 3 ? "proof" : undefined;
    });
    const shop = shopOf(rowsOf(400), { stepUp });
    const pass = async () => {
      close();
      document.body.replaceChildren();
      history.replaceState({ key: crypto.randomUUID() }, "");
      const { page } = await open(400, "", shop);
      await press(page.querySelector("thead input")!);
      await press(named(page, "选择全部 400 条"));
      await press(named(page, "pass"));
      await asked();
      await press(named(dialog()!, "pass 213 条"));
      await told();
    };
    await pass();
    expect(dialog()!.textContent).toContain("结果未知 213 条");
    loses = false;
    await pass();
    expect(dialog()!.textContent).toContain("已完成 200 条");
    expect(dialog()!.textContent).toContain("结果未知 13 条");
  });

  it("that is rejected marks each of its rows as failed", async () => {
    const shop = shopOf(rowsOf(10));
    const { page } = await open(10, "", shop);
    await press(tickOf(page, 1));
    await press(tickOf(page, 2));
    await press(named(page, "pass"));
    await asked();
    shop.refuse = { kind: "refused", code: 4107, message: "余额不足" };
    await press(named(dialog()!, "pass 2 条"));
    await told();
    expect([...dialog()!.querySelectorAll(".pt-outcomes li")].map((line) => line.textContent)).toEqual([
      "收款人11,001.50\u00a0CNY余额不足",
      "收款人21,002.50\u00a0CNY余额不足",
    ]);
    expect(said()).toBe("已选 2 条");
  });
});

describe("the copy button", () => {
  const button = () => document.querySelector<HTMLElement>(".pt-copy")!;
  const cells = (page: HTMLElement, number: number) => [
    ...page.querySelectorAll<HTMLElement>(`tr[data-id="${id(number)}"] td`),
  ];
  const over = (cell: HTMLElement, pointerType = "mouse") =>
    act(async () => void cell.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType })));

  it("exists once, and follows the pointer or the focus", async () => {
    const { page } = await open(5);
    await over(cells(page, 2)[1]!);
    await until(button);
    expect(document.querySelectorAll(".pt-copy")).toHaveLength(1);
    await over(cells(page, 2)[1]!);
    expect([button().closest("td"), button().getAttribute("aria-label")]).toEqual([cells(page, 2)[1], `复制 ${id(2)}`]);
    // Only numbers get a copy button, and touch has no hover.
    await over(cells(page, 2)[2]!);
    await over(cells(page, 2)[1]!, "touch");
    expect(button().closest("td")).toBeNull();
    await key("j");
    expect(button().closest("td")).toBe(cells(page, 0)[1]);
    await act(async () => tickOf(page, 3).focus());
    expect(button().closest("td")).toBe(cells(page, 3)[1]);
  });

  it("copies the number, confirms it and does not open the record", async () => {
    const writing = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const { page, at } = await open(5);
    await act(async () => cells(page, 4)[1]!.parentElement!.focus());
    await until(() => button()?.closest("td"));
    await act(async () => button().focus());
    await press(button());
    expect([writing.mock.calls, at.moves]).toEqual([[[id(4)]], []]);
    expect([...page.querySelectorAll("[role=status]")].map((element) => element.textContent)).toContain(
      `已复制 ${id(4)}`,
    );
  });
});

describe("columns and sort order", () => {
  it("follow the link, else the user's settings", async () => {
    localStorage.setItem(
      "list.u1.order.columns",
      JSON.stringify({ shown: ["status", "orderNo"], known: ["orderNo", "payee", "amount", "status", "createdAt"] }),
    );
    localStorage.setItem("list.u1.density", '"compact"');
    const { page, go } = await open(3);
    expect(headers(page)).toEqual(["", "状态", "订单号"]);
    expect(page.querySelector(".pt-scroll table")!.getAttribute("data-density")).toBe("compact");
    await go("cols=fee,payee");
    expect(headers(page)).toEqual(["", "手续费", "收款人"]);
  });

  it("are sorted by several columns with Shift, and announced", async () => {
    const { page, at } = await open(3);
    await press(named(page, "金额"), { shiftKey: true });
    await settle();
    expect(at.moves.at(-1)).toBe("push sort=-createdAt,-amount");
    const sorted = [...page.querySelectorAll(".pt-scroll th[aria-sort]")].map((th) => [
      th.getAttribute("aria-sort"),
      th.textContent,
    ]);
    expect(sorted).toEqual([
      ["descending", "金额2"],
      ["descending", "创建时间1"],
    ]);
    await press(named(page, "收款人"));
    expect(at.moves.at(-1)).toBe("push sort=payee");
  });
});

async function openColumns(page: HTMLElement): Promise<void> {
  const [panel] = [...page.querySelectorAll("[popover]")].filter((element) =>
    element.previousElementSibling?.getAttribute("aria-label")?.includes("列设置"),
  );
  await act(async () => void panel!.dispatchEvent(Object.assign(new Event("toggle"), { newState: "open" })));
  await until(() => page.querySelector("[data-column] input"));
}

/** Returns the CSS widths of the table's columns, the first of which are the checkboxes. */
function widthsOf(page: HTMLElement): string[] {
  const text = page.querySelector<HTMLElement>(".pt-scroll table")!.style.getPropertyValue("--column-tracks");
  let depth = 0;
  // Widths are separated by the spaces outside of parentheses.
  const ends = [...text].map((letter) => {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    return letter === " " && depth === 0 ? "\n" : letter;
  });
  return ends.join("").split("\n");
}

describe("pinned columns", () => {
  const stuck = (page: HTMLElement, row: string) =>
    [...page.querySelectorAll<HTMLElement>(`.pt-scroll ${row} :is(.pt-first, .pt-pin)`)].map((cell) => [
      cell.className,
      cell.textContent,
      cell.style.insetInlineStart,
    ]);
  const stored = () => localStorage.getItem("list.u1.order.pins");
  const pin = (page: HTMLElement, column: string) => press(named(page, `固定${column}列`));

  it("are the first until the user pins more, one beside the other", async () => {
    const { page } = await open(1);
    expect(stuck(page, "tbody")).toEqual([["pt-first", id(0), ""]]);
    await openColumns(page);
    await pin(page, "金额");
    expect(headers(page).slice(0, 4)).toEqual(["", "订单号", "金额", "收款人"]);
    const at = `calc(48px + ${widthsOf(page)[1]})`;
    expect(stuck(page, "tbody")).toEqual([
      ["pt-first", id(0), ""],
      ["pt-pin money", "1,000.50CNY", at],
    ]);
    expect(stuck(page, "thead").map(([, text, left]) => [text, left])).toEqual([
      ["订单号", ""],
      ["金额", at],
    ]);
    expect(stored()).toBe("2");
    // Hiding a column also removes its pin.
    await press(page.querySelector("[data-column=amount] input")!);
    expect([stuck(page, "tbody").length, stored()]).toEqual([1, null]);
  });

  it("are saved, may be none, and are reset with the columns", async () => {
    localStorage.setItem("list.u1.order.pins", "2");
    const { page } = await open(1);
    expect(stuck(page, "tbody").map(([, text]) => text)).toEqual([id(0), "收款人0"]);
    await openColumns(page);
    expect(named(page, "固定收款人列").getAttribute("aria-pressed")).toBe("true");
    await pin(page, "订单号");
    expect(stuck(page, "tbody").map(([, text]) => text)).toEqual(["收款人0"]);
    await pin(page, "收款人");
    expect([stuck(page, "tbody"), stored()]).toEqual([[], "0"]);
    await press(named(page, "恢复默认"));
    expect([stuck(page, "tbody").length, headers(page)[1], stored()]).toEqual([1, "订单号", null]);
  });
});

describe("column widths", () => {
  const col = (page: HTMLElement, at: number) => widthsOf(page)[at + 1];
  const stored = () => JSON.parse(localStorage.getItem("list.u1.order.widths") ?? "null") as unknown;
  const mouse = (target: EventTarget, type: string, clientX: number) =>
    act(async () => void target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, clientX })));
  const handle = (page: HTMLElement, at: number) =>
    page.querySelectorAll<HTMLElement>(".pt-scroll thead .pt-resize")[at]!;

  it("follow the handle, are saved, and fit the contents after a double click", async () => {
    const first = await open(3);
    const before = col(first.page, 2);
    vi.spyOn(first.page.querySelector(".pt-scroll th[data-column=amount]")!, "getBoundingClientRect").mockReturnValue(
      new DOMRect(0, 0, 120, 40),
    );
    await mouse(handle(first.page, 2), "mousedown", 300);
    await mouse(document, "mousemove", 380);
    expect(first.page.querySelector(".pt-grid")!.hasAttribute("data-resizing")).toBe(true);
    await mouse(document, "mouseup", 380);
    expect([col(first.page, 2), stored(), first.page.querySelector("[data-resizing]")]).toEqual([
      "200px",
      { amount: 200 },
      null,
    ]);
    close();
    document.body.replaceChildren();
    const { page } = await open(3);
    expect(col(page, 2)).toBe("200px");
    // A click without dragging changes nothing.
    await mouse(handle(page, 3), "mousedown", 300);
    await mouse(document, "mouseup", 300);
    expect(stored()).toEqual({ amount: 200 });
    await act(async () => void handle(page, 2).dispatchEvent(new MouseEvent("dblclick", { bubbles: true })));
    expect([col(page, 2), stored()]).toEqual([before, null]);
  });

  it("follow arrow keys on the handle, which announces them, and fit the contents on Enter", async () => {
    const { page } = await open(3);
    const before = col(page, 2);
    const grip = handle(page, 2);
    vi.spyOn(grip.closest("th")!, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 120, 40));
    expect([grip.getAttribute("role"), grip.getAttribute("aria-label")]).toEqual(["separator", "金额列宽"]);
    expect(grip.closest("th")!.getAttribute("aria-label")).toBe("金额");
    await act(async () => grip.focus());
    await key("ArrowRight");
    await key("ArrowRight");
    await key("ArrowLeft");
    expect([col(page, 2), grip.getAttribute("aria-valuenow"), grip.getAttribute("aria-valuetext")]).toEqual([
      "136px",
      "136",
      "136 像素",
    ]);
    await key("Home");
    expect(stored()).toEqual({ amount: 56 });
    await key("Enter");
    expect([col(page, 2), stored()]).toEqual([before, null]);
  });

  it("are set by keyboard in the column panel, which announces and resets them", async () => {
    const { page } = await open(3);
    await openColumns(page);
    const item = await until(() => page.querySelector<HTMLElement>("[data-column=amount] input"));
    item.focus();
    for (let times = 0; times < 3; times++) await key("ArrowRight", { altKey: true });
    expect([stored(), col(page, 2)]).toEqual([{ amount: 88 }, "88px"]);
    expect(page.querySelector(".pt-columns [role=status]")!.textContent).toBe("金额：列宽 88 像素");
    await press(named(page, "恢复默认"));
    expect(stored()).toBeNull();
  });

  it("are restored only from valid settings", async () => {
    localStorage.setItem("list.u1.order.widths", '{"amount":9000,"payee":"wide","status":12}');
    const { page } = await open(3);
    expect([col(page, 2), col(page, 3)]).toEqual(["800px", "56px"]);
  });
});

describe("keyboard shortcuts", () => {
  it("move, select, open and close", async () => {
    const { page, at } = await open(5);
    await key("j");
    await key("j");
    expect((document.activeElement as HTMLElement).dataset.id).toBe(id(1));
    await key("x");
    await key("j");
    await key("j");
    await key("X", { shiftKey: true });
    expect(said()).toBe("已选 3 条");
    await key("Escape");
    expect(bar()).toBeNull();
    await key("k");
    await key("Enter");
    expect(at.moves.at(-1)).toBe(`push id=${id(2)}`);
    expect(page.querySelector("[data-open]")!.getAttribute("data-id")).toBe(id(2));
  });

  it("focus the search input, where they type letters", async () => {
    const { page, at } = await open(5);
    await key("/");
    expect((document.activeElement as HTMLElement).dataset.keyword).toBeDefined();
    await key("j");
    await key("x");
    expect((document.activeElement as HTMLElement).dataset.keyword).toBeDefined();
    expect([at.moves, page.querySelector(".pt-chosen")]).toEqual([[], null]);
  });

  it("are listed, and can be turned off permanently", async () => {
    const { page } = await open(5);
    await key("?");
    await until(dialog);
    expect(dialog()!.textContent).toContain("下一行 / 上一行");
    await press(dialog()!.querySelector("input")!);
    await press(named(dialog()!, "关闭"));
    await until(() => !dialog());
    (document.activeElement as HTMLElement).blur();
    await key("j");
    expect(page.contains(document.activeElement)).toBe(false);
    expect(localStorage.getItem("list.u1.keys")).toBe("false");
  });
});

describe("a list in special states", () => {
  it("says when it takes long, and stops on request", async () => {
    const shop = shopOf(rowsOf(5));
    const { page, go } = await open(5, "", shop);
    vi.useFakeTimers();
    let signal: AbortSignal | undefined;
    (shop.ports.call as ReturnType<typeof vi.fn>).mockImplementation(
      (_call: unknown, _body: unknown, init: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          signal ??= init.signal;
          init.signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
        }),
    );
    await go("sort=amount");
    expect(page.querySelector(".pt-waiting")).toBeNull();
    const { act } = await import("react");
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(page.querySelector(".pt-waiting")!.textContent).toContain("仍在加载");
    await press(named(page.querySelector(".pt-waiting")!, "取消"));
    expect(signal!.aborted).toBe(true);
    expect(page.querySelector(".pt-waiting")!.textContent).toContain("已停止加载");
    expect(lines(page)).toHaveLength(5);
  });

  it("restores rows and selection when the user comes back, but not on a new visit", async () => {
    const shop = shopOf(rowsOf(5));
    const first = await open(5, "", shop);
    await press(tickOf(first.page, 2));
    close();
    (shop.ports.call as ReturnType<typeof vi.fn>).mockImplementation(() => new Promise(() => undefined));
    const back = await openList(shop);
    expect([lines(back.page).length, said()]).toEqual([5, "已选 1 条"]);
    back.unmount();
    history.replaceState({ key: "another" }, "");
    const anew = await openList(shop);
    close = anew.unmount;
    expect([lines(anew.page).length, bar()]).toEqual([0, null]);
  });

  it("opens the user's default view, unless the URL sets filters", async () => {
    localStorage.setItem(
      "list.u1.order.views",
      JSON.stringify([{ id: "1", name: "大额", query: "sort=-amount&amount=1003..", default: true }]),
    );
    const { page, at } = await open(5, "tab=records");
    expect(at.moves).toEqual(["replace sort=-amount&amount=1003..&tab=records"]);
    await settle();
    expect(named(page, "大额").getAttribute("aria-pressed")).toBe("true");
    expect(lines(page)).toEqual([id(4), id(3)]);
    close();
    const other = await openList(shopOf(rowsOf(5)), "status=done");
    close = other.unmount;
    expect(other.at.moves).toEqual([]);
  });
});

describe("a panel of the list", () => {
  it("reports that its code cannot be loaded, and retries when its button is focused", async () => {
    let online = false;
    const Late = createLazyPart(() =>
      online ? Promise.resolve(() => <b>here</b>) : Promise.reject(new Error("offline")),
    );
    const { page, unmount } = await mount(
      <Panel button="open" ahead={Late.load}>
        {() => <Late />}
      </Panel>,
      portsOf(),
    );
    const toggle = (newState: string) =>
      act(
        async () =>
          void page.querySelector("[popover]")!.dispatchEvent(Object.assign(new Event("toggle"), { newState })),
      );
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await toggle("open");
    await until(() => page.querySelector("[role=alert]"));
    await toggle("closed");
    online = true;
    await act(async () => page.querySelector("button")!.focus());
    await toggle("open");
    expect((await until(() => page.querySelector("b"))).textContent).toBe("here");
    expect(page.querySelector("[role=alert]")).toBeNull();
    errors.mockRestore();
    unmount();
  });
});
