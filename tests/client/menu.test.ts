// @vitest-environment happy-dom
/** Menu: areas with granted pages, pages that no area lists, and pages outside of the menu. */
import "./portal-options.ts";
import { describe, expect, it } from "vitest";
import schemaAreas from "../../schemas/areas.json" with { type: "json" };
import schemaPages from "../../schemas/pages.json" with { type: "json" };
import type { Grants } from "../../src/engine/app/session/user.ts";
import { selectCreations } from "../../src/engine/app/routing/creations.ts";
import { findArea, listAreas, listBar } from "../../src/engine/app/routing/menu.ts";
import { type Area, type Creation, type Page, listPaths } from "@portolan/engine";

const page = (name: string, more: Partial<Page> = {}): Page => ({
  path: `/${name}`,
  id: name,
  label: { zh: name, en: name },
  menu: name,
  ...more,
});
const area = (id: string, ...paths: string[]): Area => ({
  id,
  label: { zh: id, en: id },
  icon: "house",
  pages: paths.map((name) => `/${name}`),
});
const grantsOf = (granted: string[], userStatus = 1) =>
  ({ granted: new Set(granted), user: { userStatus } }) as unknown as Grants;
const pages = [page("home", { access: "session" }), page("pay"), page("new"), page("me", { nav: false })];
const pageOfPay = page("payDetail", { menu: "pay" });
const all = [...pages, pageOfPay];
const areas = [area("home", "home"), area("wallet", "balance"), area("pay", "pay")];
const shown = (granted: string[], userStatus?: number) =>
  listAreas({ areas, pages: all }, grantsOf(granted, userStatus), "en");

describe("areas", () => {
  it("contain the granted pages, and are hidden if empty", () => {
    expect(shown(["home", "me"]).map(({ id, items }) => [id, items.map(({ path }) => path)])).toEqual([
      ["home", ["/home"]],
    ]);
  });
  it("contain every page: one without an area is in the second, unless it is outside the menu", () => {
    expect(shown(["home", "pay", "new", "me"]).map(({ id, items }) => [id, items.map(({ path }) => path)])).toEqual([
      ["home", ["/home"]],
      ["wallet", ["/new"]],
      ["pay", ["/pay"]],
    ]);
  });
  it("are current for every page of their menus, and for no other", () => {
    const menu = shown(["home", "pay", "me"]);
    expect(findArea(menu, pageOfPay)?.id).toBe("pay");
    expect(findArea(menu, pages[3])).toBeUndefined();
    expect(findArea(menu, undefined)).toBeUndefined();
  });
  it("show one page for several if any of them is granted, and are current for each", () => {
    const { menu: _, ...book } = page("book");
    const joined = [{ ...area("pay"), pages: [{ as: "/book", for: ["/near", "/far"] }] }];
    const shownTo = (granted: string[]) =>
      listAreas({ areas: joined, pages: [book, page("near"), page("far")] }, grantsOf(granted), "en");
    expect(shownTo(["far"])[0]?.items).toMatchObject([{ path: "/book", joins: ["/near", "/far"] }]);
    expect([book, page("near")].map((one) => findArea(shownTo(["far"]), one)?.id)).toEqual(["pay", "pay"]);
    expect(shownTo([])).toEqual([]);
  });
  it("explain for each item why it is disabled before certification", () => {
    expect(shown(["home", "pay"], 0).flatMap(({ items }) => items)).toMatchObject([
      { path: "/home", blocked: false, closed: true },
      { path: "/pay", blocked: true, closed: true },
    ]);
  });
  it("of the product contain every menu ID once, except account settings", () => {
    const menuOf = (path: string) => schemaPages.find((schemaPage) => schemaPage.path === path)?.menu;
    const listed = (schemaAreas as Area[]).flatMap(({ pages: entries }) => entries.flatMap(listPaths).map(menuOf));
    const menus = new Set(schemaPages.flatMap(({ menu }) => menu ?? []));
    menus.delete("personalCenter");
    expect(listed.toSorted()).toEqual([...menus].toSorted());
  });
});

describe("the bottom bar on phones", () => {
  const place = (order: number) => ({ order, label: { zh: "位置", en: "place" }, icon: "list" as const });
  const placed = [
    page("orders", { bar: place(2) }),
    page("home", {
      access: "session",
      bar: place(1),
      tabs: [{ id: "todo", label: { zh: "待办", en: "To do" }, bar: { ...place(3), counts: true } }],
    }),
  ];
  const bar = (granted: string[], userStatus?: number) => listBar(placed, grantsOf(granted, userStatus), "en");
  it("contains the granted pages and tabs in order", () => {
    expect(bar(["home", "orders"])).toMatchObject([
      { href: "/home", counts: false },
      { href: "/orders" },
      { href: "/home?tab=todo", tab: "todo", counts: true },
    ]);
    expect(bar(["orders"]).map(({ href }) => href)).toEqual(["/orders"]);
  });
  it("explains why its items, home included, are disabled before certification", () => {
    expect(bar(["home", "orders"], 4).map(({ closed }) => closed)).toEqual([true, true, true]);
  });
});

describe("the create menu", () => {
  const entry = (key: string, more: Partial<Creation> = {}): Creation => ({
    href: `/${key}`,
    label: { zh: key, en: key },
    key,
    ...more,
  });
  const entries = [
    entry("p", { menu: "pay" }),
    entry("b", { menu: "pay", grant: "pay.batch" }),
    entry("y", { menu: "payee" }),
  ];
  const offered = (granted: string[], userStatus?: number) =>
    selectCreations(entries, grantsOf(granted, userStatus)).map(({ key }) => key);
  it("contains what menu and grants allow, and nothing before certification", () => {
    expect(offered(["pay"])).toEqual(["p"]);
    expect(offered(["pay", "pay.batch", "payee"])).toEqual(["p", "b", "y"]);
    expect(offered(["pay", "payee"], 0)).toEqual([]);
  });
});
