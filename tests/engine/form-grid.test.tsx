// @vitest-environment happy-dom
/** Rows as a grid: accepted schemas, keyboard, paste, totals, errors and long lists. */
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from "vitest";
import { createEmptyLibrary, SchemaErrors } from "../../src/engine/compiler.ts";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import type { Row } from "../../src/engine/index.ts";
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

describe("the word", () => {
  it("takes lists with rows, and amounts as totals", () => {
    expect(compile().plan.form.grids).toEqual({ lines: { totals: ["amount"] } });
    expect(findings({ lins: { as: "grid" } })).toEqual(["unknown-field"]);
    expect(findings({ title: { as: "grid" } })).toEqual(["grid-without-rows"]);
    expect(findings({ lines: { as: "grid", totals: ["quantity"] } })).toEqual(["unknown-field"]);
    expect(findings({ lines: { as: "table" } })).toHaveLength(1);
  });
  it("refuses rows that no cell holds", () => {
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
  it("has a line for each row, whose cells say column and row", async () => {
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
  it("adds amounts up by currency with every key", async () => {
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
  it("moves by Enter and arrows in a column, and adds a row after the last", async () => {
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
  it("inserts, moves and removes rows by keys; the focus stays in the column", async () => {
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
  it("takes what a spreadsheet copies: to the right and down, by the reader of imports", async () => {
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
  it("reads headers, skips what nobody fills in, and stops at the limit", async () => {
    const { cell, paste, count, notify } = await open([{}], { maxItems: 3 });
    await paste(cell("item", 1), "Price\tItem\tcurrency\n4\tE\tUSD\n5\tF\tJPY");
    expect([count(), cell("item", 1).value, cell("price", 2).value]).toEqual([2, "E", "5"]);
    await paste(cell("price", 1), "8\tnote 1\n9\tnote 2");
    expect([cell("price", 1).value, cell("price", 2).value]).toEqual(["8.00", "9"]);
    await paste(cell("item", 2), "a\nb\nc\nd");
    expect([count(), cell("item", 3).value]).toEqual([3, "b"]);
    expect(notify).toHaveBeenLastCalledWith("warning", "已粘贴 2 行。2 行未粘贴：最多 3 行");
  });
  it("adds several rows at once, empty or pasted, by its panel", async () => {
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
  it("names the cell of an error in the summary, whose link leads to it", async () => {
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

describe("five hundred rows", () => {
  const many = Array.from({ length: 500 }, (_, index) => row(`I${index}`, 1, "USD", "2"));
  it("are drawn where they are seen, and an error out of view is reached", async () => {
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
