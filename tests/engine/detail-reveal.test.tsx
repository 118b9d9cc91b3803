// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Ports } from "@portolan/engine";
import { identifier } from "../../src/engine/kinds/identifier/identifier.ts";
import { answer, forget, openPage, order, portsWith, record, sent, until } from "./detail-fixtures.tsx";
import { button, call, click, field, entityOf } from "./form-fixtures.tsx";

const masked = () => {
  const base = order();
  const fields = base.fields.map((one) =>
    one.name === "account"
      ? field(identifier, "account", { mask: { style: "tail" }, reveal: { call: "tell", shows: ["number", "cvv"] } })
      : one,
  );
  const { lifecycle, list, detail, calls, links } = {
    ...base,
    links: [{ id: "again", to: "/pay?from={id}&to={account}" }],
  };
  return entityOf(fields, {
    ...(lifecycle && { lifecycle }),
    list,
    detail,
    calls,
    links,
    texts: {
      "field.account.label": "账号",
      "field.account.reveal.number": "完整账号",
      "field.account.reveal.cvv": "安全码",
      "link.again": "再来一笔",
    },
  });
};
const tell = { method: "GET" as const, path: "/test/tell" };
const ports = (more: Partial<Ports> = {}) =>
  portsWith(
    [answer({ record: { ...record, account: "**** 4567" } })],
    async () => ({ number: "6222021202041234567", cvv: "042" }),
    { callNamed: async () => tell, stepUp: vi.fn(async () => "proof"), ...more },
  );

let close: () => void = () => undefined;
const open = async (given: Ports) => {
  const { page, unmount } = await openPage(given, masked());
  close = unmount;
  return page;
};
const reveal = async (page: HTMLElement) => {
  await click(button(page, "显示完整账号"));
  await until(() => page.querySelector(".pd-reveal"));
};
beforeEach(forget);
afterEach(() => {
  close();
  vi.useRealTimers();
});

it("shows masked values after the payment password, and masks them again on request", async () => {
  const given = ports();
  const page = await open(given);
  expect(page.textContent).not.toContain("1204");
  await reveal(page);
  expect(given.stepUp).toHaveBeenCalledWith("pay", tell, { id: record["id"] });
  expect(sent).toEqual([[tell, { id: record["id"] }, { proof: "proof" }]]);
  expect(page.querySelector(".pd-reveal")?.textContent).toContain("完整账号6222 0212 0204 1234 567");
  expect(page.querySelector(".pd-reveal")?.textContent).toContain("安全码042");
  await click(button(page, "隐藏"));
  expect(page.textContent).not.toContain("1204");
});

it("asks the entity's own call for a single field if the schema names no other, and is hidden without the grant", async () => {
  const base = masked();
  const own = call("reveal", { grant: "payees" });
  const entity = entityOf(
    base.fields.map((each) => (each.name === "account" ? { ...each, reveal: true as const } : each)),
    {
      ...(base.lifecycle && { lifecycle: base.lifecycle }),
      list: base.list,
      detail: base.detail,
      calls: { ...base.calls, reveal: own },
      texts: { "field.account.label": "账号" },
    },
  );
  const told = async () => ({ values: { account: "6222021202041234567" } });
  const given = (may: boolean) =>
    portsWith([answer({ record: { ...record, account: "6222 **** **** 4567" } })], told, {
      granted: () => may,
      stepUp: vi.fn(async () => "proof"),
    });
  const without = await openPage(given(false), entity);
  expect([...without.page.querySelectorAll("button")].some(({ textContent }) => textContent === "显示完整账号")).toBe(
    false,
  );
  without.unmount();
  const allowed = given(true);
  const { page, unmount } = await openPage(allowed, entity);
  close = unmount;
  await reveal(page);
  const body = { id: record["id"], fields: ["account"] };
  expect(allowed.stepUp).toHaveBeenCalledWith("pay", own, body);
  expect(sent).toEqual([[own, body, { proof: "proof" }]]);
  expect(page.querySelector(".pd-reveal")?.textContent).toContain("账号6222 0212 0204 1234 567");
});

it("masks a value again after thirty seconds", async () => {
  const page = await open(ports());
  await reveal(page);
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now + 29_000);
  await act(async () => new Promise((done) => setTimeout(done, 1_050)));
  expect(page.querySelector(".pd-reveal")).not.toBeNull();
  vi.spyOn(Date, "now").mockReturnValue(now + 30_001);
  await act(async () => new Promise((done) => setTimeout(done, 1_050)));
  vi.restoreAllMocks();
  expect(page.querySelector(".pd-reveal")).toBeNull();
});

it.each([
  ["blur", window],
  ["pagehide", window],
])("masks a value at once on %s", async (event, target) => {
  const page = await open(ports());
  await reveal(page);
  await act(async () => void target.dispatchEvent(new Event(event)));
  expect(page.querySelector(".pd-reveal")).toBeNull();
});

it("sends nothing when the user cancels the dialog, and shows why the server refuses", async () => {
  const notify = vi.fn();
  const page = await open(ports({ stepUp: async () => undefined, notify }));
  await click(button(page, "显示完整账号"));
  expect(sent).toEqual([]);
  close();
  const refused = await open(
    ports({
      notify,
      call: (async (call: { path: string }) =>
        call.path === "/test/detail"
          ? answer()
          : Promise.reject({ kind: "refused", code: 4120, message: "不可用" })) as unknown as Ports["call"],
    }),
  );
  await click(button(refused, "显示完整账号"));
  await until(() => notify.mock.calls.length > 0);
  expect(notify).toHaveBeenCalledWith("danger", "不可用");
});

it("links to another page with the record's values", async () => {
  const go = vi.fn();
  const page = await open(ports({ go }));
  const link = [...page.querySelectorAll("a")].find((one) => one.textContent === "再来一笔")!;
  expect(link.getAttribute("href")).toBe(`/pay?from=${String(record["id"])}&to=****%204567`);
  await click(link);
  expect(go).toHaveBeenCalledWith(link.getAttribute("href"));
});
