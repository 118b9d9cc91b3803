// @vitest-environment happy-dom
/** A person who is faster than the network: answers that come late, twice or in another order, and what was pressed between. */
import { act, useEffect, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RecordDetail } from "../../src/engine/detail/RecordDetail.tsx";
import { RecordPage } from "../../src/engine/detail/RecordDrawer.tsx";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import { type CallFailure, type CallResult, emptyQuery, type Entity, type Ports, type Row } from "../../src/engine/index.ts";
import { kindList } from "../../src/engine/kinds/index.ts";
import { identifier } from "../../src/engine/kinds/identifier/identifier.ts";
import { text } from "../../src/engine/kinds/text/text.ts";
import { withChange } from "../../src/engine/query/change.ts";
import { EntityTable } from "../../src/engine/table/EntityTable.tsx";
import { planBulk } from "../../src/engine/table/bulk.ts";
import { bulkActions } from "../../src/engine/table/bulk-actions.ts";
import { answer, order, portsWith, record, sent, forget } from "./detail-fixtures.tsx";
import { button, call, click, control, entityOf, field, leave, mount, portsOf, settle, type } from "./form-fixtures.tsx";
import { id, lines, named, openList, rowsOf, shopOf, tickOf, until } from "./table-fixtures.tsx";

let close: () => void = () => undefined;
beforeEach(() => {
  forget();
  localStorage.clear();
  history.replaceState({ key: crypto.randomUUID() }, "");
});
afterEach(() => {
  close();
  close = () => undefined;
  document.body.replaceChildren();
});
async function open(element: React.ReactNode, ports: Ports): Promise<HTMLElement> {
  const { page, unmount } = await mount(element, ports);
  close = unmount;
  await settle();
  return page;
}
/** An answer that comes when the test says so. */
function later<T = CallResult>() {
  let resolve!: (value: T) => void;
  let reject!: (failure: unknown) => void;
  const promise = new Promise<T>((come, fail) => ([resolve, reject] = [come, fail]));
  return { promise, come: (value: T) => act(async () => resolve(value)), fail: (failure: unknown) => act(async () => reject(failure)) };
}
const unknown: CallFailure = { kind: "unknown", code: 0, message: "" };

describe("a record", () => {
  it("that comes anew while its form is open lends its version to no value of the one before", async () => {
    const entity = entityOf([field(identifier, "id", { readOnly: true }), field(text, "holder"), field(text, "note")], { calls: { detail: call("detail", { method: "GET" }), update: call("update") } });
    const newer = later();
    const stored = { record: { id: "7", holder: "old", note: "" }, version: 1, labels: {}, timeline: [], events: [] };
    let asked: CallResult | Promise<CallResult> = stored;
    const ask = vi.fn<Ports["call"]>(async ({ path }) => (path === "/test/detail" ? asked : { record: {} }));
    const page = await open(<RecordPage entity={entity} id="7" />, portsOf({ call: ask }));
    asked = newer.promise;
    await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
    await click(button(page, "修改"));
    await until(() => page.querySelector(".pf-footer"));
    await newer.come({ ...stored, record: { id: "7", holder: "a colleague's", note: "" }, version: 2 });
    await type(control(page, "note"), "mine");
    await click(button(page, "提交"));
    await settle();
    expect(ask.mock.calls.find(([{ path }]) => path === "/test/update")?.[1]).toMatchObject({ holder: "old", note: "mine", version: 1 });
  });

  it("is done with once: a second click before it comes anew sends nothing more", async () => {
    const anew = later();
    let asked: CallResult | Promise<CallResult> = answer();
    const ports = portsWith([], async () => ({ record: {} }));
    const other = ports.call;
    const page = await open(<RecordPage entity={order()} id={String(record.id)} />, { ...ports, call: async (...sending) => (sending[0].path === "/test/detail" ? asked : other(...sending)) });
    asked = anew.promise;
    await click(button(page, "复核通过"));
    await until(() => page.textContent?.includes("付款已复核通过"));
    await click(button(page, "复核通过"));
    await settle();
    expect(sent.map(([{ path }]) => path)).toEqual(["/test/review"]);
    await anew.come(answer());
    await click(button(page, "复核通过"));
    await settle();
    expect(sent).toHaveLength(2);
  });

  it("whose action is answered when another one is open says which it was, and the list beside it looks again", async () => {
    const passed = later();
    const notify = vi.fn();
    const changed = vi.fn();
    const ports = portsWith([], undefined, { notify });
    function Beside() {
      const [open, setOpen] = useState("WD1");
      return (
        <>
          <button type="button" onClick={() => setOpen("WD2")}>
            next
          </button>
          <RecordDetail entity={order()} id={open} headingId="h" level={2} onChanged={changed} onRemoved={() => undefined} />
        </>
      );
    }
    const page = await open(<Beside />, { ...ports, call: (async ({ path }, body) => (path === "/test/detail" ? answer({ record: { ...record, id: body!["id"] } }) : passed.promise)) as Ports["call"] });
    await click(button(page, "复核通过"));
    await click(button(page, "next"));
    await settle();
    await passed.come({ record: {} });
    expect(notify).toHaveBeenCalledWith("success", "付款已复核通过，已提交银行", "WD1");
    expect(page.querySelector(".pd-notice")).toBeNull();
    expect(changed).toHaveBeenCalled();
  });
});

it("a change that is answered when another record is being changed leaves that one alone, and is told", async () => {
  const entity = entityOf([field(identifier, "id", { readOnly: true }), field(text, "note")], { calls: { detail: call("detail", { method: "GET" }), update: call("update") }, texts: { "field.note.label": "note" } });
  const stored = later();
  const notify = vi.fn();
  function Beside() {
    const [open, setOpen] = useState("1");
    return (
      <>
        <button type="button" onClick={() => setOpen("2")}>
          next
        </button>
        <RecordDetail entity={entity} id={open} headingId="h" level={2} onChanged={() => undefined} onRemoved={() => undefined} />
      </>
    );
  }
  const page = await open(<Beside />, portsOf({ notify, call: ({ path }, body = {}) => (path === "/test/detail" ? Promise.resolve({ record: { id: body["id"] }, labels: {}, timeline: [], events: [] }) : stored.promise) }));
  const change = async (note: string) => {
    await click(button(page, "修改"));
    await until(() => page.querySelector(".pf-footer"));
    await type(control(page, "note"), note);
  };
  await change("of the first");
  await click(button(page, "提交"));
  await click(button(page, "next"));
  await settle();
  await change("of the second");
  await stored.come({ record: { id: "1" } });
  await settle();
  expect(control(page, "note").value).toBe("of the second");
  expect(notify).toHaveBeenCalledWith("success", "已修改", "1");
});

describe("a form", () => {
  it("goes back from its review for a fact that came while the password was asked for", async () => {
    const proof = later<string | undefined>();
    const fact = later<Record<string, unknown>>();
    let bad = false;
    const form = entityOf([field(kindList.text, "payee")], {
      contexts: { limits: { call: "lookup", types: {} } },
      verdict: () => (bad ? [{ at: "/payee", code: "no", params: {}, message: "not this one" }] : []),
      form: { sections: [{ id: "s", rows: [["payee"]] }], review: true, draft: false },
      calls: { create: call("create", { stepUp: "pay" }) },
    });
    const ports = portsOf({ stepUp: () => proof.promise, context: () => fact.promise });
    const page = await open(<EntityForm entity={form} onDone={() => undefined} />, ports);
    await type(control(page, "payee"), "Anna");
    await click(button(page, "下一步"));
    await click(button(page, "确认"));
    bad = true;
    await fact.come({ low: "1" });
    await proof.come(undefined);
    expect(page.querySelector("[data-review]")).toBeNull();
    expect(page.textContent).toContain("not this one");
    expect(ports.call).not.toHaveBeenCalled();
  });

  it("does not go out with an earlier choice while the one that was meant is on its way", async () => {
    const list = entityOf([field(kindList.text, "name")], { name: "bank", key: "name", source: "data", calls: { options: call("options", { method: "GET", path: "/bank" }) } });
    const found = later();
    const ask = vi.fn<Ports["call"]>(async ({ path }, body) => (path === "/bank" ? (body!["q"] ? found.promise : { list: [{ name: "ICBC" }] }) : { record: {} }));
    const page = await open(<EntityForm entity={entityOf([field(kindList.choice, "bank", { options: { list: "bank", params: {}, fills: {} } })])} preset={{ bank: "ICBC" }} onDone={() => undefined} />, portsOf({ entity: async () => list, call: ask }));
    const bank = control(page, "bank");
    await type(bank, "CCB");
    await act(async () => void bank.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })));
    await click(button(page, "提交"));
    expect(page.querySelector("[data-summary]")?.textContent).toContain("正在加载");
    await until(() => ask.mock.calls.some(([, body]) => body?.["q"] === "CCB"));
    await found.come({ list: [{ name: "CCB" }] });
    await click(button(page, "提交"));
    await settle();
    expect(ask.mock.calls.filter(([{ path }]) => path === "/test/create").map(([, body]) => body)).toEqual([{ bank: "CCB" }]);
  });

  it("leaves the focus where the person went while the code was on its way", async () => {
    const coded = later();
    const form = entityOf([field(kindList.text, "email"), field(kindList.text, "note"), field(kindList.text, "code", { send: { call: "sendCode", with: { email: "email" } } })]);
    const page = await open(<EntityForm entity={form} onDone={() => undefined} />, portsOf({ callNamed: async () => ({ method: "POST", path: "/sendCode" }), call: () => coded.promise }));
    await type(control(page, "email"), "a@b.cn");
    await click(button(page, "获取验证码"));
    await type(control(page, "note"), "in the mid");
    await coded.come({});
    expect(page.textContent).toContain("秒后可重新获取");
    expect(document.activeElement).toBe(control(page, "note"));
    sessionStorage.clear();
  });

  it("takes the file that was chosen last, also where that one is refused", async () => {
    const up = later<{ id: string; name: string; size: number }>();
    const form = entityOf([field(kindList.file, "proof", { file: { accept: ["pdf"], maxBytes: 1024, purpose: "test" } })]);
    const ports = portsOf({ upload: () => up.promise });
    const page = await open(<EntityForm entity={form} onDone={() => undefined} />, ports);
    const choose = (file: File) =>
      act(async () => {
        Object.defineProperty(control(page, "proof"), "files", { value: [file], configurable: true });
        control(page, "proof").dispatchEvent(new Event("change", { bubbles: true }));
      });
    await choose(new File(["x"], "first.pdf"));
    await choose(new File([new Uint8Array(2048)], "second.pdf"));
    await up.come({ id: "F1", name: "first.pdf", size: 1 });
    expect(page.textContent).not.toContain("first.pdf");
    await click(button(page, "提交"));
    await settle();
    expect(ports.call).toHaveBeenCalledWith(expect.anything(), {}, expect.anything());
  });

  it("asks a list again that could not be asked what the first characters mean", async () => {
    const list = entityOf([field(kindList.text, "name")], { name: "issuer", key: "name", source: "data", calls: { options: call("options", { method: "GET" }) } });
    const ask = vi.fn<Ports["call"]>().mockRejectedValueOnce(unknown).mockResolvedValue({ list: [{ name: "6222", bank: "ICBC" }] });
    const form = entityOf([field(kindList.identifier, "account", { lookup: { list: "issuer", start: 4, fills: { bank: "bank" } } }), field(kindList.text, "bank")]);
    const page = await open(<EntityForm entity={form} onDone={() => undefined} />, portsOf({ entity: async () => list, call: ask }));
    await type(control(page, "account"), "62220");
    await settle();
    await type(control(page, "account"), "622202");
    await settle();
    expect(control(page, "bank").value).toBe("ICBC");
  });

  it("offers a field's options anew when what they hang on is filled in while they are open", async () => {
    const list = (name: string) => entityOf([field(kindList.text, "name")], { name, key: "name", source: "data", calls: { options: call("options", { method: "GET", path: `/${name}` }) } });
    const bank = later();
    const ask = (async ({ path }: { path: string }, body: Row = {}) => {
      if (path === "/issuer") return body["name"] === "1111" ? { list: [{ name: "1111", bank: "one" }] } : bank.promise;
      return { list: path === "/bank" ? [] : [{ name: `branch of ${String(body["bank"])}` }] };
    }) as Ports["call"];
    const form = entityOf([
      field(kindList.identifier, "account", { lookup: { list: "issuer", start: 4, fills: { bank: "bank" } } }),
      field(kindList.choice, "bank", { options: { list: "bank", params: {}, fills: {} } }),
      field(kindList.choice, "branch", { options: { list: "branch", params: { bank: "bank" }, fills: {} } }),
    ]);
    const page = await open(<EntityForm entity={form} onDone={() => undefined} />, portsOf({ entity: async (name) => list(name), call: ask }));
    await type(control(page, "account"), "1111");
    await settle();
    await type(control(page, "account"), "2222");
    await type(control(page, "branch"), "b");
    await until(() => document.querySelector('[role="option"]')?.textContent === "branch of one");
    await bank.come({ list: [{ name: "2222", bank: "two" }] });
    await until(() => document.querySelector('[role="option"]')?.textContent === "branch of two");
  });

  it("keeps what was typed while a pasted block was looked up, and puts text that is no block where it was pasted", async () => {
    const banks = entityOf([field(kindList.text, "name")], { name: "bank", key: "name", source: "data", calls: { options: call("options", { method: "GET" }) } });
    const found = later();
    const ask = vi.fn<Ports["call"]>(() => found.promise);
    const form = entityOf([field(kindList.choice, "bank", { options: { list: "bank", params: {}, fills: {} } }), field(kindList.text, "payee"), field(kindList.text, "note")]);
    const page = await open(<EntityForm entity={form} onDone={() => undefined} />, portsOf({ entity: async () => banks, call: ask }));
    const paste = (input: HTMLInputElement, block: string, then?: HTMLElement) =>
      act(async () => {
        input.focus();
        input.dispatchEvent(Object.assign(new Event("paste", { bubbles: true, cancelable: true }), { clipboardData: { getData: () => block } }));
        then?.focus();
      });
    await paste(control(page, "payee"), "bank: ICBC\npayee: Pasted\n");
    await until(() => ask.mock.calls.length > 0);
    await type(control(page, "payee"), "Typed since");
    await found.come({ list: [{ name: "ICBC" }] });
    await until(() => control(page, "bank").value === "ICBC");
    await settle();
    expect(control(page, "payee").value).toBe("Typed since");
    await paste(control(page, "note"), "colour: red\nshape: round\n", control(page, "payee"));
    await until(() => control(page, "note").value.includes("colour: red"));
    expect(control(page, "payee").value).toBe("Typed since");
  });
});

/** A list whose router draws what was asked for when the test says so, as a slow machine does. */
async function slowly(ports: Ports, entity: Entity, url = "") {
  const router = { wished: new URLSearchParams(url), draw: async () => undefined as void };
  function Host() {
    const [params, setParams] = useState(router.wished);
    useEffect(() => void (router.draw = () => act(async () => setParams(router.wished))), []);
    return <EntityTable entity={entity} title="订单" params={params} onParams={(next) => void (router.wished = next)} />;
  }
  const page = await open(<Host />, ports);
  return { page, router };
}
const asked = (router: { wished: URLSearchParams }) => Object.fromEntries(router.wished);
const typeKeyword = (page: HTMLElement, words: string) => type(page.querySelector<HTMLInputElement>("[data-keyword]")!, words);

describe("a list", () => {
  it("keeps the first of two changes that the second came before it was drawn", async () => {
    const shop = shopOf(rowsOf(30));
    const { page, router } = await slowly(shop.ports, shop.entity, "tab=all");
    await typeKeyword(page, "收款人1");
    await leave(page.querySelector<HTMLElement>("[data-keyword]")!);
    await click(button(page, "下一页"));
    expect(asked(router)).toEqual({ tab: "all", q: "收款人1", page: "2" });
    await click(page.querySelector(`tr[data-id="${id(3)}"] td:nth-child(3)`));
    expect(asked(router)).toEqual({ tab: "all", q: "收款人1", page: "2", id: id(3) });
    await click(named(page, "重置"));
    await router.draw();
    await settle(450);
    expect(asked(router)).toEqual({ tab: "all" });
    expect(page.querySelector<HTMLInputElement>("[data-keyword]")!.value).toBe("");
    const is = (value: string) => ({ style: "is" as const, values: [value], not: false });
    const seen = { ...emptyQuery(), filters: { kind: is("a"), state: is("x") } };
    expect(withChange({ ...seen, filters: { kind: is("b"), state: seen.filters.state }, page: 3 }, seen, { ...seen, filters: { kind: seen.filters.kind }, page: 1 })).toMatchObject({ filters: { kind: is("b") }, page: 3 });
  });

  it("takes no letter away that was typed while its own answer was on its way, and shuts no record that was opened since", async () => {
    const shop = shopOf(rowsOf(5));
    const { page, router } = await slowly(shop.ports, shop.entity);
    const keyword = page.querySelector<HTMLInputElement>("[data-keyword]")!;
    await type(keyword, "收款");
    await until(() => asked(router)["q"] === "收款");
    await type(keyword, "收款人");
    await router.draw();
    expect(keyword.value).toBe("收款人");
    await leave(keyword);
    await click(page.querySelector(`tr[data-id="${id(3)}"] td:nth-child(3)`));
    await router.draw();
    await settle(450);
    expect(asked(router)).toEqual({ q: "收款人", id: id(3) });
  });

  it("drops the totals of an earlier filter that come last", async () => {
    const shop = shopOf(rowsOf(30));
    const totals = later();
    const own = shop.ports.call;
    const { page, go, unmount } = await openList({ ...shop, ports: { ...shop.ports, call: (to, body = {}, init) => (body.totals && body.status === undefined ? totals.promise : own(to, body, init)) } });
    close = unmount;
    await go("status=done");
    await settle();
    expect(page.querySelector(".pt-head [role=status]")?.textContent).toBe("共 10 条");
    await totals.come({ total: 30 });
    expect(page.querySelector(".pt-head [role=status]")?.textContent).toBe("共 10 条");
  });

  it("that is left before the rows of a new filter came does not pass off the old ones as those", async () => {
    const shop = shopOf(rowsOf(30));
    const own = shop.ports.call;
    let silent = false;
    const ports = { ...shop.ports, call: ((to, body, init) => (silent ? new Promise(() => undefined) : own(to, body, init))) as Ports["call"] };
    const first = await openList({ ...shop, ports });
    silent = true;
    history.replaceState({ key: "filtered" }, "");
    await first.go("status=done");
    first.unmount();
    const back = await openList({ ...shop, ports }, "status=done");
    close = back.unmount;
    expect(lines(back.page)).toEqual([]);
  });

  it("sums what the chosen records are now, and tells a result to those who have left", async () => {
    const shop = shopOf(rowsOf(3));
    const seen = shop.rows.map((row) => ({ ...row }));
    shop.rows[1]!.amount = "5.00";
    const plan = await planBulk(shop.ports, shop.entity, bulkActions(shop.entity, () => true)[0]!, seen, new AbortController().signal);
    expect(plan.ready.map((row) => row.amount)).toEqual(["5.00", "1002.50"]);

    const done = later();
    const notify = vi.fn();
    const unfinished = vi.fn(() => () => undefined);
    const own = shop.ports.call;
    const ports = { ...shop.ports, notify, unfinished, call: ((to, body, init) => (to.path === shop.entity.calls.review!.path ? done.promise : own(to, body, init))) as Ports["call"] };
    const list = await openList({ ...shop, ports });
    await act(async () => tickOf(list.page, 1).click());
    await until(() => document.querySelector(".pt-chosen"));
    await click(named(document, "pass"));
    await until(() => document.body.textContent?.includes("将处理"));
    await act(async () => document.querySelector<HTMLElement>("[type=submit].btn[data-main]")!.click());
    await settle();
    expect(unfinished).toHaveBeenCalledWith(expect.anything(), "sent");
    list.unmount();
    await done.come({});
    expect(notify).toHaveBeenCalledWith("success", "pass", "已完成 1 条");
  });

  it("leaves a panel open that was opened again while an earlier file was on its way, and says when that one failed", async () => {
    const notify = vi.fn();
    const shop = shopOf(rowsOf(3), { notify });
    const files = [later<void>(), later<void>()];
    let turn = 0;
    const { page, unmount } = await openList({ ...shop, ports: { ...shop.ports, download: () => files[turn++]!.promise } });
    close = unmount;
    const panel = page.querySelector<HTMLElement>("[data-key=export] .ov-panel")!;
    const hide = vi.fn();
    panel.hidePopover = hide;
    const toggle = (newState: string) => act(async () => void panel.dispatchEvent(Object.assign(new Event("toggle"), { newState })));
    for (const file of files) {
      await toggle("open");
      await until(() => panel.querySelector(".pt-export-go"));
      await click(panel.querySelector(".pt-export-go button"));
      await toggle("closed");
      await toggle("open");
      await (file === files[0] ? file.come() : file.fail({ ...unknown, message: "no" }));
      await toggle("closed");
    }
    expect(hide).not.toHaveBeenCalled();
    expect(notify).toHaveBeenCalledWith("warning", expect.stringContaining("no"));
  });

  it("whose row opens another record asks for it once, and shows the row as seen to whoever has closed it since", async () => {
    const shop = shopOf(rowsOf(3));
    const list = Object.assign(Object.create(shop.entity) as Entity, { list: { ...shop.entity.list, opens: { entity: "payee", id: "fee", call: "seen" } } });
    const seen = later();
    const own = shop.ports.call;
    const asks: string[] = [];
    const ports: Ports = {
      ...shop.ports,
      entity: async () => order(),
      callNamed: async () => ({ method: "POST", path: "/seen" }),
      call: async (to, body = {}, init) => {
        asks.push(to.path);
        return to.path === "/seen" ? seen.promise : to.path === "/test/detail" ? answer() : own(to, body, init);
      },
    };
    const { go, unmount } = await openList({ ...shop, entity: list, ports }, `id=${id(1)}`);
    close = unmount;
    await until(() => document.querySelector(".ov-drawer .pd-key"));
    const count = (path: string) => asks.filter((one) => one === path).length;
    // Strict mode draws twice.
    expect([count(list.calls.detail!.path), count("/seen")]).toEqual([2, 2]);
    await go("");
    const before = count(list.calls.list!.path);
    await seen.come({});
    await settle();
    expect(count(list.calls.list!.path)).toBeGreaterThan(before);
    expect([count(list.calls.detail!.path), count("/seen")]).toEqual([2, 2]);
  });

  it("that could not be loaded without a network is, once there is one; and keeps the views that another tab has added", async () => {
    const shop = shopOf(rowsOf(3));
    const own = shop.ports.call;
    let down = true;
    const { page, unmount } = await openList({ ...shop, ports: { ...shop.ports, call: async (to, body, init) => (down ? Promise.reject({ ...unknown, kind: "offline" }) : own(to, body, init)) } }, "status=waiting");
    close = unmount;
    expect(page.querySelector(".pt-failed")).not.toBeNull();
    down = false;
    await act(async () => void window.dispatchEvent(new Event("online")));
    await settle();
    expect([page.querySelector(".pt-failed"), lines(page).length]).toEqual([null, 2]);

    const views = () => JSON.parse(localStorage.getItem("list.u1.order.views")!).map(({ name }: { name: string }) => name);
    localStorage.setItem("list.u1.order.views", JSON.stringify([{ id: "other", name: "of another tab", query: "status=done" }]));
    const panel = page.querySelector<HTMLElement>(".pt-view-new ~ .ov-panel, .pt-views .ov-panel")!;
    await act(async () => void panel.dispatchEvent(Object.assign(new Event("toggle"), { newState: "open" })));
    const input = await until(() => panel.querySelector<HTMLInputElement>("input"));
    panel.hidePopover = () => undefined;
    await type(input, "mine");
    await act(async () => void panel.querySelector("form")!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
    expect(views()).toEqual(["of another tab", "mine"]);
  });
});
