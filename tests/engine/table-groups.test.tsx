// @vitest-environment happy-dom
/**
 * Grouped lists: counts and sums as returned by the server, rows loaded when a group is expanded, and the grouping
 * stored only in the URL.
 */
import { act } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { id, lines, named, openList, press, rowsOf, settle, shopOf, tickOf, until } from "./table-fixtures.tsx";

beforeEach(() => {
  localStorage.clear();
  history.replaceState({ key: crypto.randomUUID() }, "");
});
let close: () => void = () => undefined;
afterEach(() => {
  close();
  document.body.replaceChildren();
});
async function open(url: string) {
  const shop = shopOf(rowsOf(50));
  const list = await openList(shop, url);
  close = list.unmount;
  const heads = () => [...list.page.querySelectorAll<HTMLElement>(".pt-group-head")];
  await until(() => heads().length > 0);
  return { shop, ...list, heads };
}
const listed = (shop: Awaited<ReturnType<typeof open>>["shop"]) =>
  shop.sent.filter(({ path, body }) => path === shop.entity.calls.list!.path && body.totals === undefined);

it("shows count and sums of each group, the largest first, without loading rows", async () => {
  const { shop, heads } = await open("group=status");
  expect(heads().map((head) => head.textContent)).toEqual([
    expect.stringMatching(/待复核.*共 33 条.*金额33,810\.50CNY|待复核.*共 33 条/),
    expect.stringMatching(/已完成.*共 17 条/),
  ]);
  expect(heads()[0]!.textContent).toContain("CNY");
  expect(listed(shop).filter(({ body }) => body.group !== "status")).toEqual([]);
});

it("loads the rows of an expanded group within the list's filters and order, and more on demand", async () => {
  const { shop, page, heads } = await open("group=status&sort=amount&q=收款人");
  const [waiting, done] = heads().map((head) => head.querySelector("button")!);
  await press(done!);
  await until(() => lines(page).length > 0);
  expect(done!.getAttribute("aria-expanded")).toBe("true");
  expect(waiting!.getAttribute("aria-expanded")).toBe("false");
  expect(lines(page)).toEqual(Array.from({ length: 17 }, (_row, index) => id(index * 3)));
  expect(listed(shop).at(-1)!.body).toEqual({ q: "收款人", status: "done", sort: "amount" });
  await press(waiting!);
  await until(() => lines(page).length > 17);
  await press(named(page, "加载更多"));
  await until(() => lines(page).length === 50);
  await press(done!);
  expect(lines(page)).toHaveLength(33);
});

it("selects rows of several groups and sums them", async () => {
  const { page, heads } = await open("group=status");
  for (const head of heads()) await press(head.querySelector("button")!);
  await until(() => tickOf(page, 0) && tickOf(page, 1));
  await press(tickOf(page, 0));
  await press(tickOf(page, 1));
  const bar = await until(() => document.querySelector(".pt-chosen"));
  expect(bar.textContent).toContain("已选 2 条");
  expect(bar.textContent).toContain("2,002.00");
});

it("is chosen in the column panel and left by its button, through the URL", async () => {
  const { page, at, heads } = await open("group=status&status=done,waiting");
  await press(named(page, "不分组"));
  expect(at.params.toString()).toBe(new URLSearchParams({ status: "done,waiting" }).toString());
  await until(() => heads().length === 0 && lines(page).length === 20);
  const panel = [...page.querySelectorAll("[popover]")].find(
    (element) => element.previousElementSibling?.getAttribute("aria-label") === "列设置",
  );
  await act(async () => void panel!.dispatchEvent(Object.assign(new Event("toggle"), { newState: "open" })));
  const select = await until(() => document.querySelector<HTMLSelectElement>('select[aria-label="分组"]'));
  await act(async () => {
    select.value = "status";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await settle();
  expect(at.params.get("group")).toBe("status");
  await until(() => heads().length === 2);
});

it("ignores a field that cannot be grouped, and says so", async () => {
  const shop = shopOf(rowsOf(3));
  const { page, unmount } = await openList(shop, "group=payee");
  close = unmount;
  await until(() => lines(page).length === 3);
  expect(page.querySelector(".pt-group-head")).toBeNull();
  expect(page.textContent).toContain("group=payee");
});
