// @vitest-environment happy-dom
/** Cell ranges of a list: selected by mouse and keyboard, with sums, and copied to the clipboard. */
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { id, key, openList, press, rowsOf, settle, shopOf, until } from "./table-fixtures.tsx";

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
  return list;
}

describe("a range of cells", () => {
  const cell = (page: HTMLElement, row: number, column: number) =>
    page.querySelector<HTMLElement>(`tr[data-id="${id(row)}"]`)!.querySelectorAll("td")[column + 1]!;
  const point = (target: Element, name: string, buttons = 1) =>
    act(async () => void target.dispatchEvent(new MouseEvent(name, { bubbles: true, cancelable: true, buttons })));
  const drawn = (page: HTMLElement) =>
    [...page.querySelectorAll("[data-in-range]")].map((element) => element.textContent);
  const range = () => document.querySelector<HTMLElement>(".pt-range");
  const arrive = async (page: HTMLElement) => {
    await act(async () => void cell(page, 0, 1).dispatchEvent(new PointerEvent("pointerover", { bubbles: true })));
    await until(() => document.querySelector(".pt-copy"));
    await import("../../src/engine/table/CellRange.tsx");
    await settle();
    await settle();
  };
  const copied = async () => {
    const clip = new Map<string, string>();
    const event = Object.assign(new Event("copy", { bubbles: true, cancelable: true }), {
      clipboardData: { setData: (type: string, text: string) => clip.set(type, text) },
    });
    await act(async () => void document.body.dispatchEvent(event));
    return clip;
  };

  it("is selected with the mouse, summed and copied without a header, without opening the record", async () => {
    const notify = vi.fn();
    const { page, at } = await open(5, "cols=orderNo,payee,amount", shopOf(rowsOf(5), { notify }));
    await arrive(page);
    await point(cell(page, 3, 2), "mousedown");
    await point(cell(page, 3, 2), "mousemove");
    expect(range()).toBeNull();
    await point(cell(page, 2, 1), "mousemove");
    await point(cell(page, 1, 1), "mousemove");
    // A browser dispatches both events in the same task.
    await act(async () => {
      cell(page, 1, 1).dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
      cell(page, 1, 1).click();
    });
    expect(drawn(page)).toHaveLength(6);
    expect(range()?.querySelector("[role=status]")?.textContent).toBe("6 格");
    expect(range()?.querySelector(".pt-sums")?.textContent).toBe("所选合计金额3,007.50CNY");
    const clip = await copied();
    expect(clip.get("text/plain")).toBe([1, 2, 3].map((at) => `收款人${at}\t100${at}.50`).join("\n"));
    expect(clip.get("text/html")).toContain("<table><tr><td");
    expect(notify).toHaveBeenCalledWith("success", "已复制 6 格，可粘贴到表格");
    expect(at.moves).toEqual([]);
    // Pressing elsewhere clears the range, and a click opens records again.
    await point(document.body, "mousedown");
    expect([drawn(page), range()]).toEqual([[], null]);
    await settle();
    await press(cell(page, 1, 1));
    expect(at.moves).toHaveLength(1);
  });
  it("grows with Shift and arrow keys from the focused row, stays in the table, and ends with Escape", async () => {
    const { page } = await open(3, "cols=orderNo,amount");
    await arrive(page);
    await key("j");
    for (const name of ["ArrowDown", "ArrowRight", "ArrowRight"]) await key(name, { shiftKey: true });
    expect(drawn(page)).toHaveLength(4);
    const numbers = (await copied()).get("text/html");
    expect(numbers).toContain(`<td style="mso-number-format:'\\@'">${id(0)}</td><td>1000.50</td>`);
    await key("ArrowUp", { shiftKey: true });
    expect(drawn(page)).toHaveLength(2);
    await key("Escape");
    expect(drawn(page)).toEqual([]);
    expect((await copied()).size).toBe(0);
  });
  it("is not selected by taps, of which browsers send the mouse events without a drag", async () => {
    const { page } = await open(3);
    await arrive(page);
    for (const row of [0, 2]) {
      await point(cell(page, row, 1), "mousemove", 0);
      await point(cell(page, row, 1), "mousedown");
      await point(cell(page, row, 1), "mouseup", 0);
    }
    await point(cell(page, 1, 1), "mousemove", 0);
    expect(drawn(page)).toEqual([]);
  });
});
