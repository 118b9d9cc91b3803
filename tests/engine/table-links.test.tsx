// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listColumn, Value } from "../../src/engine/cells/cell.tsx";
import { registerCellRenderers } from "../../src/engine/cells/kinds/index.tsx";
import { createEmptyLibrary } from "@portolan/engine/compiler";
import { exportTable, listHeaders } from "../../src/engine/export/table.ts";
import { kindList } from "../../src/engine/kinds/index.ts";
import { Cards } from "../../src/engine/table/Cards.tsx";
import { compileEntity, compileValidator } from "../../src/payments/compiler.ts";
import { hydrate } from "../../src/payments/runtime.ts";
import { mount } from "./form-fixtures.tsx";
import { id, openList, orders, press, rowsOf, shopOf, until } from "./table-fixtures.tsx";

beforeEach(() => {
  localStorage.clear();
  history.replaceState({ key: crypto.randomUUID() }, "");
});
let close: () => void = () => undefined;
afterEach(() => close());
async function open(count: number, url: string, shop = shopOf(rowsOf(count))) {
  const list = await openList(shop, url);
  close = list.unmount;
  return { shop, ...list };
}
const linkOf = (page: HTMLElement, number: number) =>
  page.querySelector<HTMLAnchorElement>(`[data-id="${id(number)}"] a.pt-link`)!;
const prevented = async (link: Element, init: MouseEventInit = {}) => {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
  await act(async () => void link.dispatchEvent(event));
  return event.defaultPrevented;
};
const KEYS: MouseEventInit[] = [
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
];

it("a row links to the record's page, opens the drawer on a plain click and leaves all others to the browser", async () => {
  const shop = shopOf(rowsOf(5), { recordPath: (entity, key) => `/${entity}s?id=${key}` });
  const { page, at } = await open(5, "sort=amount", shop);
  const link = linkOf(page, 2);
  expect(link.getAttribute("href")).toBe(`/orders?id=${id(2)}`);
  for (const held of KEYS) expect(await prevented(link, held), JSON.stringify(held)).toBe(false);
  expect(at.moves).toEqual([]);
  expect(await prevented(link)).toBe(true);
  expect(at.moves).toEqual([`push sort=amount&id=${id(2)}`]);
  await press(page.querySelector(`tr[data-id="${id(3)}"] td:last-child`)!);
  expect(at.moves.at(-1)).toBe(`replace sort=amount&id=${id(3)}`);
});

it("a row of an entity without a page links to the list with the record open", async () => {
  const { page } = await open(5, `status=done&id=${id(0)}`, shopOf(rowsOf(5), { recordPath: () => undefined }));
  expect(linkOf(page, 3).getAttribute("href")).toBe(`?status=done&id=${id(3)}`);
});

it("the title of a card is the row's link", async () => {
  const { entity, ports } = shopOf(rowsOf(2));
  const went: string[] = [];
  const { page, unmount } = await mount(
    <Cards
      entity={entity}
      columns={entity.list.columns}
      rows={rowsOf(2)}
      labels={{}}
      label="订单"
      hrefOf={(key) => `/orders?id=${key}`}
      onOpen={(key) => void went.push(key)}
    />,
    ports,
  );
  close = unmount;
  const link = linkOf(page, 1);
  expect(link.getAttribute("href")).toBe(`/orders?id=${id(1)}`);
  for (const held of KEYS) expect(await prevented(link, held), JSON.stringify(held)).toBe(false);
  expect(went).toEqual([]);
  expect(await prevented(link)).toBe(true);
  await press(page.querySelector(`li[data-id="${id(0)}"]`)!);
  expect(went).toEqual([id(1), id(0)]);
});

it("a web address opens in a new tab instead of the record, and masked or invalid ones are text", async () => {
  registerCellRenderers();
  const shop = shopOf(rowsOf(1));
  const site = { ...shop.entity.field("payee"), kind: kindList.link };
  const entity = { ...shop.entity, field: (name: string) => (name === "payee" ? site : shop.entity.field(name)) };
  const shown = async (payee: string) => {
    const opened = vi.fn();
    const cell = <Value entity={entity} field={site} row={{ payee }} labels={{}} />;
    const { page, unmount } = await mount(<p>{cell}</p>, shop.ports);
    // happy-dom would load the page.
    page.addEventListener("click", (event) => event.preventDefault(), true);
    document.body.addEventListener("click", opened);
    const link = page.querySelector("a");
    const parts = ["href", "target", "rel"].map((name) => link?.getAttribute(name));
    await press(link ?? page.firstElementChild!);
    const [text, opens] = [page.textContent, opened.mock.calls.length];
    document.body.removeEventListener("click", opened);
    unmount();
    return { parts, text, opens };
  };
  expect(await shown("https://shop.example.com/a")).toEqual({
    parts: ["https://shop.example.com/a", "_blank", "noopener noreferrer"],
    text: "https://shop.example.com/a",
    opens: 0,
  });
  for (const text of ["javascript:alert(1)", "http://shop.example.com", "https://sho****"])
    expect(await shown(text)).toEqual({ parts: [undefined, undefined, undefined], text, opens: 1 });
});

const both = (zh: string, en: string) => ({ zh, en });

it("an empty list describes what it will contain and links to the pages that the user may open", async () => {
  const entity = orders({
    "x-unit": { ...both("笔订单", "orders"), one: "order" },
    "x-empty": {
      title: both("还没有订单", "No orders yet"),
      body: both("下第一笔，或从文件导入。", "Place one, or import a file."),
      links: [
        { label: both("下单", "Order"), to: "/orders?tab=new" },
        { label: both("导入", "Import"), to: "/imports" },
      ],
    },
  });
  const shop = shopOf([], { canOpen: (path) => path !== "/imports" }, entity);
  const { page } = await openList(shop).then((list) => ((close = list.unmount), list));
  await until(() => page.querySelector(".pt-state"));
  const state = () => page.querySelector(".pt-state")!;
  expect([...state().querySelectorAll("p")].map((one) => one.textContent)).toEqual([
    "还没有订单",
    "下第一笔，或从文件导入。",
  ]);
  expect([...state().querySelectorAll("a")].map((one) => [one.textContent, one.getAttribute("href")])).toEqual([
    ["下单", "/orders?tab=new"],
  ]);
});

it("a list names the filters that match nothing, and counts in its unit", async () => {
  const entity = orders({ "x-unit": { ...both("笔订单", "orders"), one: "order" } });
  const shop = shopOf(rowsOf(3), {}, entity);
  const { page, go } = await openList(shop).then((list) => ((close = list.unmount), list));
  expect(page.querySelector(".pt-head [role=status]")!.textContent).toBe("共 3 笔订单");
  await go("status=gone&q=none");
  const state = await until(() => page.querySelector(".pt-state"));
  expect(state.textContent).toContain("没有符合“搜索：none、状态：已撤销”的订单");
});

it("an integer shows its unit in the list and in the header of a file", async () => {
  const { plan, texts } = compileEntity(
    "schemas/entities/parcel.json",
    JSON.stringify({
      "x-label": both("包裹", "Parcel"),
      type: "object",
      properties: {
        boxes: {
          type: "integer",
          "x-label": both("箱数", "Size"),
          "x-unit": { ...both("箱", "boxes"), one: "box" },
        },
      },
    }),
    createEmptyLibrary(),
  );
  const entity = hydrate(plan, texts, compileValidator(plan.schema));
  const field = entity.field("boxes");
  const shown = (boxes: number) => listColumn(entity, field, "en").formatText({ boxes }, {});
  expect([shown(1), shown(1200)]).toEqual(["1\u00a0box", "1,200\u00a0boxes"]);
  expect(listHeaders(exportTable(entity, ["boxes"], "en"))).toEqual(["Size (boxes)"]);
  expect(listHeaders(exportTable(entity, ["boxes"], "zh"))).toEqual(["箱数（箱）"]);
});
