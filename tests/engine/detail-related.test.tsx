// @vitest-environment happy-dom
/**
 * Related data of a record: copied sections, links to other records, related lists, and the way back from its page.
 */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RecordPage } from "../../src/engine/detail/RecordDrawer.tsx";
import type { Entity, Ports } from "@portolan/engine";
import { identifier } from "../../src/engine/kinds/identifier/identifier.ts";
import { money } from "../../src/engine/kinds/money/money.ts";
import { text } from "../../src/engine/kinds/text/text.ts";
import { answer, forget, openPage, order, portsWith, record, until } from "./detail-fixtures.tsx";
import { button, call, click, entityOf, field, mount, settle } from "./form-fixtures.tsx";

let close: () => void = () => undefined;
beforeEach(forget);
afterEach(() => close());
async function open(ports: Ports, entity: Entity) {
  const { page, unmount } = await openPage(ports, entity);
  close = unmount;
  return page;
}
const copying = (): Entity => ({
  ...order(),
  detail: { sections: [{ id: "main", fields: ["holder", "account", "reason"], copy: true }] },
});

it("copies a whole section in order, without empty fields", async () => {
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue(undefined);
  const page = await open(portsWith([answer()]), copying());
  await click(button(page, "复制全部"));
  expect(writeText).toHaveBeenCalledWith(`holder: 启航\n账号: ${record["account"]}`);
  expect(page.querySelector(".pd-copy-all")?.textContent).toBe("已复制");
  writeText.mockRestore();
});

it("copies each line of a section alone, as displayed", async () => {
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue(undefined);
  const page = await open(portsWith([answer()]), copying());
  await click(page.querySelector('[aria-label="复制holder"]'));
  expect(writeText).toHaveBeenCalledWith("启航");
  expect(page.querySelector('[aria-label="复制原因"]')).toBeNull();
  writeText.mockRestore();
});

const moving = (): Entity => {
  const entity = order();
  const related = { id: "moves", entity: "move", where: { orderNo: "id" } };
  return {
    ...entity,
    detail: { ...entity.detail, related: [related] },
    text: (key, lang) => (key === "related.moves" ? "变动" : entity.text(key, lang)),
  };
};
const move = entityOf(
  [
    field(identifier, "no"),
    field(identifier, "orderNo"),
    field(money, "change", { currency: { code: "CNY" } }),
    field(text, "note"),
  ],
  {
    name: "move",
    key: "no",
    list: {
      columns: ["orderNo", "change", "note"],
      search: [],
      filters: { primary: [], more: [] },
      sort: [],
      sums: [],
      views: [],
      export: false,
      bulk: [],
    },
    calls: { list: call("moves", { method: "GET" }) },
  },
);

it("lists related records by their own columns, without known or empty ones", async () => {
  const asked: unknown[] = [];
  const ports = portsWith(
    [answer()],
    async (_way, body) => (
      asked.push(body),
      { list: [{ no: "1", orderNo: record["id"], change: "2000.00" }], total: 14 }
    ),
    { entity: async () => move, listPath: (name) => `/${name}?tab=all` },
  );
  const page = await open(ports, moving());
  await until(() => page.querySelector(".pd-related td"));
  expect(asked[0]).toMatchObject({ orderNo: record["id"] });
  expect([...page.querySelectorAll(".pd-related th")].map((cell) => cell.textContent)).toEqual(["change"]);
  expect(page.querySelector(".pd-related td")?.textContent).toContain("2,000.00");
  expect(page.querySelector("section:has(> .pd-related) h3")?.textContent).toMatch(/ 共 14 /);
  // The number leads to the list of all of them. An identifier is matched as a whole.
  const all = new URL(page.querySelector<HTMLAnchorElement>("section:has(> .pd-related) h3 a")!.href);
  expect([all.pathname, ...all.searchParams]).toEqual(["/move", ["tab", "all"], ["orderNo", `=${record["id"]}`]]);
});

it("hides an empty list of related records, and offers a retry when it cannot be loaded", async () => {
  let results: (() => Promise<Record<string, unknown>>)[] = [async () => ({ list: [] })];
  const ports = portsWith([answer()], () => (results.length > 1 ? results.shift()! : results[0]!)(), {
    entity: async () => move,
  });
  const page = await open(ports, moving());
  await settle(20);
  expect(page.textContent).not.toContain("变动");
  close();
  forget();
  results = [
    async () => Promise.reject({ kind: "broken", code: 500, message: "系统异常" }),
    async () => Promise.reject({ kind: "broken", code: 500, message: "系统异常" }),
    async () => ({ list: [{ no: "1", change: "1.00" }] }),
  ];
  const again = await open(ports, moving());
  await until(() => again.textContent?.includes("系统异常"));
  await click(button(again, "重试"));
  await until(() => again.querySelector(".pd-related td"));
});

it("links a value to the record that it names, only if that entity has a page", async () => {
  const entity = entityOf(
    [
      field(identifier, "id"),
      field(text, "kind"),
      field(text, "orderNo", { record: { kind: "kind" } }),
      field(text, "payee", { ref: { entity: "payee", label: "{name}", copies: {} } }),
    ],
    {
      calls: { detail: call("detail", { method: "GET" }) },
      detail: { sections: [{ id: "all", fields: ["orderNo", "payee"] }] },
    },
  );
  const went: string[] = [];
  const row = { id: record["id"], kind: "order", orderNo: "WD1", payee: "BA1" };
  const ports = portsWith([{ ...answer(), record: row }], undefined, {
    recordPath: (name, id) => (name === "order" ? `/orders?id=${id}` : undefined),
    go: (path) => void went.push(path),
  });
  const page = await open(ports, entity);
  const links = [...page.querySelectorAll<HTMLAnchorElement>("dd a")];
  expect(links.map((link) => [link.getAttribute("href"), link.textContent])).toEqual([["/orders?id=WD1", "WD1"]]);
  await click(links[0]);
  expect(went).toEqual(["/orders?id=WD1"]);
});

it("links back to the list of the record", async () => {
  const back = vi.fn();
  const { page, unmount } = await mount(
    <RecordPage entity={order()} id={String(record["id"])} back={{ label: "付款记录", href: "/list", go: back }} />,
    portsWith([answer()]),
  );
  close = unmount;
  await settle();
  await click(page.querySelector(".pd-back"));
  expect(back).toHaveBeenCalledOnce();
  expect(page.querySelector(".pd-back")?.getAttribute("href")).toBe("/list");
});
