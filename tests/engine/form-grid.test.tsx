// @vitest-environment happy-dom
/** Rows as a grid: accepted schemas, keyboard, paste, totals, errors and long lists. */
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from "vitest";
import { createEmptyLibrary, SchemaErrors } from "@portolan/engine/compiler";
import { ListNode } from "../../src/engine/form-store/nodes.ts";
import { FormStore } from "../../src/engine/form-store/store.ts";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import { clearRange, copyRange, fillDown, fillRight } from "../../src/engine/form/grid/cells.ts";
import { GridChanges } from "../../src/engine/form/grid/changes.ts";
import { type CellRange, findEdges, moveEnd } from "../../src/engine/grid/range.ts";
import type { Row } from "@portolan/engine";
import { compileEntity, compileValidator, hydrate } from "../../src/payments/compiler.ts";
import { button, click, leave, mount, portsOf, press, settle, type } from "./form-fixtures.tsx";
import { FILE } from "./sample.ts";

const words = (zh: string, en: string) => ({ "x-label": { zh, en } });
const money = (zh: string, more: object = {}) => ({
  type: "string",
  format: "decimal",
  "x-currency": "currency",
  ...words(zh, zh),
  ...more,
});
const lines = {
  type: "array",
  maxItems: 500,
  ...words("明细", "Lines"),
  items: {
    type: "object",
    properties: {
      item: { type: "string", maxLength: 20, ...words("品名", "Item") },
      quantity: { type: "integer", minimum: 1, ...words("数量", "Quantity") },
      currency: { type: "string", "x-kind": "currency", enum: ["USD", "JPY"], ...words("币种", "Currency") },
      price: money("单价"),
      amount: money("金额", { readOnly: true, "x-compute": "round(row.price * row.quantity, row.currency)" }),
      note: { type: "string", ...words("备注", "Note") },
    },
    required: ["item", "quantity", "currency", "price"],
    "x-show": { note: "row.quantity > 9" },
  },
};
const library = { ...createEmptyLibrary(), currencies: { USD: { minorUnits: 2 }, JPY: { minorUnits: 0 } } };
const compile = (lists: object = { lines: { as: "grid", totals: ["amount"] } }, more: object = {}) =>
  compileEntity(
    FILE,
    JSON.stringify({
      properties: { title: { type: "string", ...words("标题", "Title") }, lines: { ...lines, ...more } },
      "x-form": { lists },
      "x-calls": { create: "POST /test/sample" },
    }),
    library,
  );
const findings = (lists: object): string[] => {
  try {
    compile(lists);
    return [];
  } catch (error) {
    return error instanceof SchemaErrors ? error.findings.map(({ rule }) => rule) : ["?"];
  }
};

describe("the grid keyword", () => {
  it("accepts lists with rows, and amounts as totals", () => {
    expect(compile().plan.form.grids).toEqual({ lines: { totals: ["amount"] } });
    expect(findings({ lins: { as: "grid" } })).toEqual(["unknown-field"]);
    expect(findings({ title: { as: "grid" } })).toEqual(["grid-without-rows"]);
    expect(findings({ lines: { as: "grid", totals: ["quantity"] } })).toEqual(["unknown-field"]);
    expect(findings({ lines: { as: "table" } })).toHaveLength(1);
  });
  it("rejects fields that a cell cannot hold", () => {
    const items = {
      ...lines.items,
      properties: {
        ...lines.items.properties,
        tags: { type: "array", items: { type: "string" }, ...words("标签", "Tags") },
      },
    };
    expect(() => compile(undefined, { items })).toThrow("tags");
  });
});

let close: () => void = () => undefined;
beforeEach(() => vi.stubGlobal("requestAnimationFrame", (run: () => void) => setTimeout(run)));
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

async function open(rows: Row[] = [], more: object = {}) {
  const { plan, texts } = compile(undefined, more);
  const entity = hydrate(plan, texts, compileValidator(plan.schema));
  const notify = vi.fn();
  const ports = portsOf({ notify });
  const { page, unmount } = await mount(
    <EntityForm entity={entity} preset={{ lines: rows }} onDone={() => undefined} />,
    ports,
  );
  close = unmount;
  while (!page.querySelector(".pg-table")) await settle(5);
  const cell = (column: string, row: number) => {
    const found = page.querySelector<HTMLInputElement>(
      `tr[data-index="${row - 1}"] td[data-column="${column}"] :is(input, select, output)`,
    );
    if (!found) throw new Error(`no cell ${column} ${row}`);
    return found;
  };
  return {
    page,
    notify,
    cell,
    count: () => page.querySelectorAll(".pg-table tbody tr[data-index]").length,
    at: () =>
      document.activeElement?.closest("td")?.dataset.column +
      " " +
      (Number(document.activeElement?.closest("tr")?.dataset.index) + 1),
    totals: () => [...page.querySelectorAll("tfoot .money")].map((element) => element.textContent),
    async paste(into: HTMLElement, text: string) {
      const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
        clipboardData: { getData: () => text },
      });
      await act(async () => void into.dispatchEvent(event));
      await settle(20);
      return event.defaultPrevented;
    },
    async send() {
      await click(button(page, "提交"));
      await settle();
      return (ports.call as Mock).mock.calls.at(-1)?.[1] as Row | undefined;
    },
  };
}
const row = (item: string, quantity: number, currency: string, price: string): Row => ({
  item,
  quantity,
  currency,
  price,
});

describe("a grid", () => {
  it("has a row for each item, whose cells are labelled by column and row", async () => {
    const { page, cell } = await open([row("A", 2, "USD", "1.5"), row("B", 1, "JPY", "300")]);
    expect([...page.querySelectorAll("thead th")].map((head) => head.textContent)).toEqual([
      "行号",
      "品名",
      "数量",
      "币种",
      "单价",
      "金额",
      "备注",
      "删除",
    ]);
    expect(page.querySelector(`label[for="${cell("price", 2).id}"]`)?.textContent).toBe("明细 2，单价");
    expect(cell("amount", 1).textContent).toContain("3.00");
    // A cell whose condition is false has no input.
    expect(page.querySelector('tr[data-index="0"] td[data-column="note"]')?.children).toHaveLength(0);
    await type(cell("quantity", 1), "10");
    expect(cell("note", 1).tagName).toBe("INPUT");
  });
  it("updates totals by currency at every key", async () => {
    const { totals, cell } = await open([
      row("A", 2, "USD", "0.10"),
      row("B", 1, "JPY", "300"),
      row("C", 1, "USD", "0.20"),
    ]);
    expect(totals()).toEqual(["0.40USD", "300JPY"]);
    await type(cell("price", 3), "1000");
    expect(totals()).toEqual(["1,000.20USD", "300JPY"]);
    await type(cell("price", 3), "x");
    expect(totals()).toEqual(["0.20USD", "300JPY"]);
  });
  it("moves within a column by Enter and arrow keys, and adds a row after the last", async () => {
    const { cell, at, count } = await open([row("A", 2, "USD", "1"), row("B", 1, "JPY", "3")]);
    act(() => cell("price", 1).focus());
    await press(cell("price", 1), "Enter");
    await settle(5);
    expect(at()).toBe("price 2");
    await press(cell("price", 2), "ArrowUp");
    await settle(5);
    expect(at()).toBe("price 1");
    await press(cell("price", 1), "ArrowDown");
    await settle(5);
    await press(cell("price", 2), "Enter");
    await settle(5);
    expect([count(), at()]).toEqual([3, "price 3"]);
    await press(cell("price", 3), "Enter", { shiftKey: true });
    await settle(5);
    expect(at()).toBe("price 2");
    // Arrow keys in a select choose an option.
    act(() => cell("currency", 1).focus());
    await press(cell("currency", 1), "ArrowDown");
    await settle(5);
    expect(at()).toBe("currency 1");
  });
  it("inserts, moves and removes rows by shortcuts, keeping the focus in the column", async () => {
    const { page, cell, at, count, send } = await open([row("A", 2, "USD", "1"), row("B", 1, "JPY", "3")]);
    act(() => cell("item", 1).focus());
    await press(cell("item", 1), "Enter", { altKey: true });
    await settle(5);
    expect([count(), at(), cell("item", 3).value]).toEqual([3, "item 2", "B"]);
    await press(cell("item", 2), "Delete", { altKey: true });
    await settle(5);
    expect([count(), at(), cell("item", 2).value]).toEqual([2, "item 2", "B"]);
    await press(cell("item", 2), "ArrowUp", { altKey: true });
    await settle(5);
    expect([at(), cell("item", 1).value]).toEqual(["item 1", "B"]);
    expect((await send())?.["lines"]).toMatchObject([{ item: "B" }, { item: "A", amount: "2.00" }]);
    await click(page.querySelector('tr[data-index="0"] .pg-end button'));
    await settle(5);
    await press(cell("item", 1), "Delete", { altKey: true });
    await settle(5);
    expect([page.querySelector(".pg-table tbody tr"), document.activeElement?.id.endsWith("-add")]).toEqual([
      null,
      true,
    ]);
  });
  it("pastes spreadsheet cells to the right and down, parsed as imports are", async () => {
    const { cell, paste, count, totals, notify, send } = await open([row("A", 2, "USD", "1"), row("B", 1, "JPY", "3")]);
    expect(await paste(cell("item", 2), "x")).toBe(false);
    const text = '"Two\tline"\t1,000\t美元\t２．５０\r\nC\t2\tJPY\t7\r\nD\t0\tUSD\tabc\r\n';
    expect(await paste(cell("item", 2), text)).toBe(true);
    expect(count()).toBe(4);
    expect([
      cell("item", 2).value,
      cell("quantity", 2).value,
      cell("currency", 2).value,
      cell("price", 2).value,
    ]).toEqual(["Two line", "1,000", "0", "2.50"]);
    expect(totals()).toEqual(["2,502.00USD", "14JPY"]);
    // Invalid input is kept as typed, with its error in the cell.
    expect([
      cell("price", 4).value,
      cell("price", 4).ariaInvalid ?? cell("price", 4).getAttribute("aria-invalid"),
    ]).toEqual(["abc", "true"]);
    expect(document.getElementById(`${cell("quantity", 4).id}-m`)?.textContent).not.toBe("");
    expect(notify).toHaveBeenCalledWith("warning", "已粘贴 3 行。2 格需要修改");
    expect(await send()).toBeUndefined();
    // A single undo reverts the paste.
    await press(cell("item", 2), "z", { ctrlKey: true });
    await settle(5);
    expect([count(), cell("item", 2).value, cell("price", 2).value]).toEqual([2, "B", "3"]);
  });
  it("maps pasted headers, skips columns that are not editable, and stops at the row limit", async () => {
    const { cell, paste, count, notify } = await open([{}], { maxItems: 3 });
    await paste(cell("item", 1), "Price\tItem\tcurrency\n4\tE\tUSD\n5\tF\tJPY");
    expect([count(), cell("item", 1).value, cell("price", 2).value]).toEqual([2, "E", "5"]);
    await paste(cell("price", 1), "8\tnote 1\n9\tnote 2");
    expect([cell("price", 1).value, cell("price", 2).value]).toEqual(["8.00", "9"]);
    await paste(cell("item", 2), "a\nb\nc\nd");
    expect([count(), cell("item", 3).value]).toEqual([3, "b"]);
    expect(notify).toHaveBeenLastCalledWith("warning", "已粘贴 2 行。2 行未粘贴：最多 3 行");
  });
  it("adds several rows at once from its panel, empty or pasted", async () => {
    const { page, count, cell } = await open([row("A", 2, "USD", "1")]);
    await click(button(page, "添加多行"));
    const panel = page.querySelector<HTMLElement>(".ov-panel")!;
    await act(async () => void panel.dispatchEvent(Object.assign(new Event("toggle"), { newState: "open" })));
    panel.hidePopover = () => undefined;
    const number = panel.querySelector("input")!;
    await type(number, "600");
    expect(button(panel, "添加").disabled).toBe(true);
    await type(number, "4");
    await press(number, "Enter");
    await settle(5);
    expect(count()).toBe(5);
    await act(async () => void panel.dispatchEvent(Object.assign(new Event("toggle"), { newState: "open" })));
    await type(panel.querySelector("textarea") as unknown as HTMLInputElement, "G\t3\tUSD\t2\nH\t1\tUSD\t1");
    await click(button(panel, "添加"));
    await settle(20);
    expect([count(), cell("item", 7).value]).toEqual([7, "H"]);
  });
  it("names the cell of an error in the summary and links to it", async () => {
    const { page, cell, send, at } = await open([row("A", 2, "USD", "1"), { item: "B" }]);
    await leave(cell("item", 2));
    expect(await send()).toBeUndefined();
    const links = [...page.querySelectorAll<HTMLAnchorElement>("[data-summary] a")];
    expect(links.map((link) => link.textContent)).toEqual(["明细 2 · 数量", "明细 2 · 币种", "明细 2 · 单价"]);
    await click(links[2]);
    await settle(5);
    expect(at()).toBe("price 2");
    expect(document.getElementById(cell("price", 2).getAttribute("aria-describedby") ?? "")?.textContent).toContain(
      "单价",
    );
  });
});

describe("cells selected in a grid", () => {
  const three = [row("A", 2, "USD", "1"), row("B", 1, "JPY", "3"), row("C", 4, "USD", "5")];
  const chosen = (page: HTMLElement) =>
    [...page.querySelectorAll<HTMLElement>("td[data-in-range]")].map(
      (td) => `${td.dataset.column} ${Number(td.closest("tr")!.dataset.index) + 1}`,
    );
  const said = (page: HTMLElement) => page.querySelector(".pg-keys [role=status]")!.textContent;
  const point = (target: Element, name: string, more: object = {}) => {
    const event = new MouseEvent(name, { bubbles: true, cancelable: true, button: 0, buttons: 1, ...more });
    act(() => void target.dispatchEvent(event));
    return event;
  };
  /** Presses a key and returns whether the grid handled it. */
  const hit = async (target: Element, key: string, more: object = {}) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
    await act(async () => void target.dispatchEvent(event));
    await settle(5);
    return event.defaultPrevented;
  };
  const focus = (input: HTMLInputElement, from = 0, to = input.value.length) =>
    act(() => {
      input.focus();
      if (input.tagName === "INPUT") input.setSelectionRange(from, to);
    });
  const clip = (target: Element, name: string) => {
    const taken = new Map<string, string>();
    const event = Object.assign(new Event(name, { bubbles: true, cancelable: true }), {
      clipboardData: { setData: (type: string, text: string) => taken.set(type, text), getData: () => "" },
    });
    act(() => void target.dispatchEvent(event));
    return taken.get("text/plain");
  };

  it("are extended by Shift and arrow keys where no text can be selected, highlighted and announced", async () => {
    const { page, cell } = await open(three);
    focus(cell("item", 1), 0, 0);
    expect(await hit(cell("item", 1), "ArrowRight", { shiftKey: true })).toBe(false);
    focus(cell("item", 1));
    expect(await hit(cell("item", 1), "ArrowRight", { shiftKey: true })).toBe(true);
    await hit(cell("item", 1), "ArrowDown", { shiftKey: true });
    expect(chosen(page)).toEqual(["item 1", "quantity 1", "item 2", "quantity 2"]);
    expect(said(page)).toBe("已选 4 格");
    await hit(cell("item", 1), "ArrowDown", { shiftKey: true, ctrlKey: true });
    expect(said(page)).toBe("已选 6 格");
    // Escape ends only the selection.
    expect(await hit(cell("item", 1), "Escape")).toBe(true);
    expect([chosen(page), said(page), await hit(cell("item", 1), "Escape")]).toEqual([[], "", false]);
    await hit(cell("item", 1), "ArrowDown", { shiftKey: true });
    await type(cell("item", 1), "AA");
    expect(chosen(page)).toEqual([]);
  });
  it("are selected with the mouse or a Shift click, calculated ones included, and copied or cut", async () => {
    const { page, cell } = await open(three);
    act(() => cell("quantity", 1).focus());
    point(cell("quantity", 1), "mousedown");
    point(cell("quantity", 1), "mousemove");
    expect(chosen(page)).toEqual([]);
    point(cell("currency", 2), "mousemove");
    expect(chosen(page)).toEqual(["quantity 1", "currency 1", "quantity 2", "currency 2"]);
    // The button was released outside the window.
    point(cell("price", 3), "mousemove", { buttons: 0 });
    expect(said(page)).toBe("已选 4 格");
    expect(clip(cell("quantity", 1), "copy")).toBe("2\tUSD\n1\tJPY");
    expect(said(page)).toBe("已复制 4 格");
    expect(point(cell("amount", 2), "mousedown", { shiftKey: true }).defaultPrevented).toBe(true);
    expect(said(page)).toBe("已选 8 格");
    expect(clip(cell("quantity", 1), "cut")).toBe("2\tUSD\t1\t2.00\n1\tJPY\t3\t3");
    expect(said(page)).toBe("已清空 6 格。2 格自动计算，未改动");
    expect([cell("quantity", 1).value, cell("price", 2).value, cell("quantity", 3).value]).toEqual(["", "", "4"]);
    expect(point(document.body, "mousedown").defaultPrevented).toBe(false);
    expect(chosen(page)).toEqual([]);
  });
  it("are filled and cleared by shortcuts, with undo and redo step by step", async () => {
    const { page, cell, at, count } = await open(three);
    focus(cell("price", 1));
    await hit(cell("price", 1), "ArrowDown", { shiftKey: true });
    await hit(cell("price", 1), "ArrowDown", { shiftKey: true });
    expect(await hit(cell("price", 1), "d", { ctrlKey: true })).toBe(true);
    expect([said(page), cell("price", 3).value, cell("price", 2).value]).toEqual(["已填充 2 格", "1.00", "1"]);
    await hit(cell("price", 1), "Delete");
    expect([said(page), cell("price", 1).value, cell("price", 3).value]).toEqual(["已清空 3 格", "", ""]);
    await hit(cell("price", 1), "Delete", { altKey: true });
    expect(count()).toBe(2);
    const undo = (more: object = {}) => hit(document.activeElement!, "z", { ctrlKey: true, ...more });
    await undo();
    expect([count(), at(), said(page)]).toEqual([3, "price 1", "已撤销"]);
    await undo();
    expect(cell("price", 3).value).toBe("1.00");
    await undo();
    expect([cell("price", 3).value, cell("price", 2).value]).toEqual(["5.00", "3"]);
    expect(await undo()).toBe(false);
    await hit(document.activeElement!, "Z", { metaKey: true, shiftKey: true });
    await hit(document.activeElement!, "y", { ctrlKey: true });
    expect([said(page), cell("price", 3).value]).toEqual(["已重做", ""]);
    // Without a range Ctrl+R reloads the page, and Ctrl+D copies the cell above.
    expect(await hit(cell("item", 2), "r", { ctrlKey: true })).toBe(false);
    focus(cell("item", 2));
    await hit(cell("item", 2), "d", { ctrlKey: true });
    expect(cell("item", 2).value).toBe("A");
  });
  it("leave Ctrl+Z to an input while the user types in it", async () => {
    const { cell } = await open(three);
    focus(cell("item", 2));
    await hit(cell("item", 2), "d", { ctrlKey: true });
    await type(cell("item", 2), "Ax");
    expect(await hit(cell("item", 2), "z", { ctrlKey: true })).toBe(false);
    // The browser has undone what was typed.
    await type(cell("item", 2), "A");
    expect(await hit(cell("item", 2), "z", { ctrlKey: true })).toBe(true);
    expect(cell("item", 2).value).toBe("B");
    // What was typed is a step of its own once the cell is left.
    await type(cell("item", 2), "By");
    act(() => cell("item", 3).focus());
    expect(await hit(cell("item", 3), "z", { ctrlKey: true })).toBe(true);
    expect(cell("item", 2).value).toBe("B");
  });
  it("all take a single pasted value", async () => {
    const { cell, paste, notify } = await open(three);
    focus(cell("quantity", 1));
    await hit(cell("quantity", 1), "ArrowDown", { shiftKey: true });
    expect(await paste(cell("quantity", 1), "9")).toBe(true);
    expect([1, 2, 3].map((at) => cell("quantity", at).value)).toEqual(["9", "9", "4"]);
    expect(notify).toHaveBeenLastCalledWith("success", "已粘贴 2 行");
  });
});

const at = (row: number, column: number) => ({ row, column });
const between = (...[top, left, bottom, right]: [number, number, number, number]): CellRange => ({
  from: at(top, left),
  to: at(bottom, right),
});
/** Columns of the grid by index: item, quantity, currency, price, amount, note. */
function openStore(rows: Row[]) {
  const { plan, texts } = compile();
  const entity = hydrate(plan, texts, compileValidator(plan.schema));
  const store = new FormStore(entity, { lang: "zh", initial: { lines: rows } });
  const list = store.root.child("lines");
  if (!(list instanceof ListNode)) throw new Error("no list");
  const columns = list.field.items ?? [];
  const on = (range: CellRange) => ({ store, list, columns, range });
  const column = (name: string) => list.toJSON().map((one) => one[name]);
  return { store, list, on, column, changes: new GridChanges(store, list) };
}

describe("a range of cells", () => {
  it("extends to the edges of the table and no further, in any direction", () => {
    const size = at(3, 4);
    expect(moveEnd(between(1, 1, 1, 1), at(-1, 0), size).to).toEqual(at(0, 1));
    expect(moveEnd(between(1, 1, 0, 1), at(-1, 0), size).to).toEqual(at(0, 1));
    expect(moveEnd(between(1, 1, 1, 1), at(Infinity, 0), size).to).toEqual(at(2, 1));
    expect(findEdges(between(2, 3, 0, 1))).toEqual({ top: 0, bottom: 2, left: 1, right: 3 });
  });
  it("is filled from its first row or the row above, except for calculated and hidden cells", () => {
    const { on, column } = openStore([row("A", 2, "USD", "1.50"), row("B", 12, "JPY", "3"), row("C", 1, "USD", "9")]);
    expect(fillDown(on(between(0, 1, 2, 5)))).toEqual({ count: 6, computed: 2, fixed: 0 });
    expect([column("quantity"), column("currency"), column("price"), column("amount")]).toEqual([
      [2, 2, 2],
      ["USD", "USD", "USD"],
      ["1.50", "1.50", "1.50"],
      ["3.00", "3.00", "3.00"],
    ]);
    expect(fillDown(on(between(1, 0, 1, 0)))).toEqual({ count: 1, computed: 0, fixed: 0 });
    expect(column("item")).toEqual(["A", "A", "C"]);
    expect(fillDown(on(between(0, 0, 0, 0))).count).toBe(0);
  });
  it("fills fields that a filled value reveals, and copies invalid text with its error", () => {
    const { on, column, list, store } = openStore([
      { ...row("A", 12, "USD", "1"), note: "N" },
      row("B", 1, "JPY", "3"),
    ]);
    const price = list.rows[0]!.child("price");
    store.type(price as never, "x");
    fillDown(on(between(0, 0, 1, 5)));
    expect([column("note"), column("price")]).toEqual([
      ["N", "N"],
      ["x", "x"],
    ]);
    expect(list.rows[1]!.child("price")!.view.error).toBeTruthy();
  });
  it("is filled to the right with values parsed by the target's kind", () => {
    const { on, column } = openStore([row("7", 2, "USD", "1"), row("B", 1, "JPY", "3")]);
    expect(fillRight(on(between(0, 0, 1, 1)))).toEqual({ count: 2, computed: 0, fixed: 0 });
    expect(column("quantity")).toEqual([7, "B"]);
    // The column before a range of one column; a calculated cell is a source, not a target.
    expect(fillRight(on(between(0, 4, 0, 5)))).toEqual({ count: 0, computed: 0, fixed: 1 });
    expect(fillRight(on(between(0, 2, 0, 2)))).toEqual({ count: 1, computed: 0, fixed: 0 });
    expect(column("currency")).toEqual(["7", "JPY"]);
  });
  it("is cleared except for calculated and hidden cells", () => {
    const { on, list } = openStore([row("A", 2, "USD", "1"), row("B", 1, "JPY", "3")]);
    expect(clearRange(on(between(0, 1, 1, 5)))).toEqual({ count: 6, computed: 2, fixed: 2 });
    expect(list.toJSON()).toEqual([{ item: "A" }, { item: "B" }]);
  });
  it("is copied as exports write it: digits as text, labels, ungrouped numbers, unparsed text as typed", () => {
    const { on, list, store } = openStore([row("007", 2000, "USD", "1.5"), row('"=B', 1, "JPY", "300")]);
    store.type(list.rows[1]!.child("quantity") as never, "many");
    const { text, html } = copyRange(on(between(0, 0, 1, 5)));
    expect(text).toBe('007\t2000\tUSD\t1.5\t3000.00\t\n"""=B"\tmany\tJPY\t300\t\t');
    expect(html).toContain(`<td style="mso-number-format:'\\@'">007</td><td>2000</td>`);
  });
});

describe("the undo history", () => {
  it("goes back and forth over at most a hundred steps, and a new step discards what was undone", () => {
    const { store, list, column, changes } = openStore([row("A", 2, "USD", "1")]);
    const leaf = list.rows[0]!.child("item") as never;
    const set = (value: string) => changes.run(at(0, 0), () => store.enter(list, [{ leaf, value }]));
    for (const value of ["B", "C", "D"]) set(value);
    const seen = (["undo", "undo", "redo", "undo", "undo", "undo"] as const).map((direction) => {
      changes.apply(direction);
      return column("item")[0];
    });
    expect(seen).toEqual(["C", "B", "C", "B", "A", "A"]);
    set("E");
    expect([changes.can("redo"), changes.apply("redo")]).toEqual([false, undefined]);
    for (let step = 0; step < 150; step += 1) set(String(step));
    let count = 0;
    while (changes.apply("undo")) count += 1;
    expect([count, column("item")]).toEqual([100, ["49"]]);
  });
  it("reverts rows, fills and typed text in order, and repeats them", () => {
    const { store, list, on, column, changes } = openStore([row("A", 2, "USD", "1"), row("B", 1, "JPY", "3")]);
    const first = at(0, 0);
    const leaf = (index: number) => list.rows[index]!.child("item") as never;
    const change = (run: () => void) =>
      changes.run(first, () => {
        run();
        store.rowsChanged(list);
      });
    changes.visit(first);
    store.type(leaf(0), "Z");
    changes.type();
    expect(changes.isTyping).toBe(true);
    change(() => void store.addRow(list, 1));
    changes.visit(at(1, 0));
    store.type(leaf(1), "new");
    changes.visit(at(2, 0));
    change(() => list.move(0, 2));
    change(() => list.remove(0));
    changes.run(first, () => fillDown(on(between(0, 0, 1, 0))));
    const seen = [column("item")];
    while (changes.can("undo")) {
      changes.apply("undo");
      seen.push(column("item"));
    }
    expect(seen).toEqual([
      ["B", "B"],
      ["B", "Z"],
      ["new", "B", "Z"],
      ["Z", "new", "B"],
      ["Z", undefined, "B"],
      ["Z", "B"],
      ["A", "B"],
    ]);
    while (changes.can("redo")) changes.apply("redo");
    expect(column("item")).toEqual(["B", "B"]);
    expect(column("amount")).toEqual(["3", "2.00"]);
  });
  it("restores an empty cell without an error, and merges values filled by a lookup into their step", () => {
    const { list, on, changes, column } = openStore([row("A", 2, "USD", "1"), {}]);
    const place = at(0, 3);
    const price = list.rows[1]!.child("price")!;
    changes.run(place, () => fillDown(on(between(0, 3, 1, 3))));
    changes.extendLast()(() => fillDown(on(between(0, 0, 1, 0))));
    expect([column("price"), column("item")]).toEqual([
      ["1", "1"],
      ["A", "A"],
    ]);
    changes.apply("undo");
    expect([column("price"), column("item"), price.view.error]).toEqual([
      ["1", undefined],
      ["A", undefined],
      undefined,
    ]);
  });
  it("is cleared by a submit with valid values", () => {
    const { store, on, changes } = openStore([row("A", 2, "USD", "1"), row("B", 1, "USD", "3")]);
    changes.run(at(0, 0), () => fillDown(on(between(0, 0, 1, 0))));
    changes.run(at(0, 3), () => clearRange(on(between(1, 3, 1, 3))));
    expect(store.submit().verdict.errors).not.toEqual([]);
    changes.apply("undo");
    expect(changes.can("redo")).toBe(true);
    expect(store.submit().verdict.errors).toEqual([]);
    expect([changes.can("undo"), changes.can("redo"), changes.apply("undo")]).toEqual([false, false, undefined]);
  });
});

describe("a grid of five hundred rows", () => {
  const many = Array.from({ length: 500 }, (_, index) => row(`I${index}`, 1, "USD", "2"));
  it("renders the visible rows, and reaches an error outside the view", async () => {
    for (const name of ["offsetHeight", "clientHeight"] as const)
      vi.spyOn(HTMLElement.prototype, name, "get").mockReturnValue(400);
    many[498] = { ...many[498], quantity: 0 };
    const { page, count, totals, send } = await open(many);
    await settle(50);
    expect(count()).toBeLessThan(60);
    expect(page.querySelector(".pg-table")?.getAttribute("aria-rowcount")).toBe("501");
    expect(totals()).toEqual(["998.00USD"]);
    expect(await send()).toBeUndefined();
    const scrolled = vi.spyOn(page.querySelector<HTMLElement>(".pg-scroll")!, "scrollTo");
    await click(page.querySelector("[data-summary] a"));
    const hasMoved = () => scrolled.mock.calls.length + Number(page.querySelector(".pg-scroll")?.scrollTop) > 0;
    // The window of rows scrolls after a frame, which a busy machine delays.
    for (let turn = 0; turn < 50 && !hasMoved(); turn += 1) await settle(20);
    expect(hasMoved()).toBe(true);
    vi.restoreAllMocks();
  });
});
