// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Value } from "../../src/engine/cells/cell.tsx";
import { setDrawings } from "../../src/engine/cells/kinds/index.tsx";
import { kindList } from "../../src/engine/kinds/index.ts";
import { Cards } from "../../src/engine/table/Cards.tsx";
import { mount } from "./form-fixtures.tsx";
import { id, openList, press, rowsOf, shopOf } from "./table-fixtures.tsx";

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

it("the link of a row names the record's place, opens the drawer at a plain click and leaves every other to the browser", async () => {
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

it("the link of a row names this list with the record open where the record has no place of its own", async () => {
  const { page } = await open(5, `status=done&id=${id(0)}`, shopOf(rowsOf(5), { recordPath: () => undefined }));
  expect(linkOf(page, 3).getAttribute("href")).toBe(`?status=done&id=${id(3)}`);
});

it("the link is the title of a card too", async () => {
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

it("an address of the web opens in a tab of its own, and no record; what is covered or no address is text", async () => {
  setDrawings();
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
