// @vitest-environment happy-dom
/** Forms and records in which the user acts before a response arrives: late, repeated and reordered responses. */
import { act, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { RecordDetail } from "../../src/engine/detail/RecordDetail.tsx";
import { RecordPage } from "../../src/engine/detail/RecordDrawer.tsx";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import { type CallResult, type Ports, type Row } from "@portolan/engine";
import { kindList } from "../../src/engine/kinds/index.ts";
import { identifier } from "../../src/engine/kinds/identifier/identifier.ts";
import { text } from "../../src/engine/kinds/text/text.ts";
import { answer, order, portsWith, record, sent } from "./detail-fixtures.tsx";
import { button, call, click, control, entityOf, field, portsOf, press, settle, type } from "./form-fixtures.tsx";
import { cleanAroundEach, later, open, unknown } from "./late-fixtures.tsx";
import { until } from "./table-fixtures.tsx";

cleanAroundEach();

/** Entity with a list of names, loaded from `/<name>`. */
const list = (name: string) =>
  entityOf([field(kindList.text, "name")], {
    name,
    key: "name",
    source: "data",
    calls: { options: call("options", { method: "GET", path: `/${name}` }) },
  });

describe("a record during slow responses", () => {
  it("that reloads while its form is open does not lend its new version to the old values", async () => {
    const entity = entityOf([field(identifier, "id", { readOnly: true }), field(text, "holder"), field(text, "note")], {
      calls: { detail: call("detail", { method: "GET" }), update: call("update") },
    });
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
    expect(ask.mock.calls.find(([{ path }]) => path === "/test/update")?.[1]).toMatchObject({
      holder: "old",
      note: "mine",
      version: 1,
    });
  });

  it("ignores a second click until it has reloaded", async () => {
    const anew = later();
    let asked: CallResult | Promise<CallResult> = { ...answer() };
    const ports = portsWith([], async () => ({ record: {} }));
    const other = ports.call;
    const page = await open(<RecordPage entity={order()} id={String(record.id)} />, {
      ...ports,
      call: async (...sending) => (sending[0].path === "/test/detail" ? asked : other(...sending)),
    });
    asked = anew.promise;
    await click(button(page, "通过复核"));
    await until(() => page.textContent?.includes("已通过复核"));
    await click(button(page, "通过复核"));
    await settle();
    expect(sent.map(([{ path }]) => path)).toEqual(["/test/review"]);
    await anew.come({ ...answer() });
    await click(button(page, "通过复核"));
    await settle();
    expect(sent).toHaveLength(2);
  });

  it("names the record when its action completes after another was opened, and refreshes the list", async () => {
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
          <RecordDetail
            entity={order()}
            id={open}
            headingId="h"
            level={2}
            onChanged={changed}
            onRemoved={() => undefined}
          />
        </>
      );
    }
    const page = await open(<Beside />, {
      ...ports,
      call: (async ({ path }, body) =>
        path === "/test/detail" ? answer({ record: { ...record, id: body!["id"] } }) : passed.promise) as Ports["call"],
    });
    await click(button(page, "通过复核"));
    await click(button(page, "next"));
    await settle();
    await passed.come({ record: {} });
    expect(notify).toHaveBeenCalledWith("success", "已通过复核，付款已提交银行。", "WD1");
    expect(page.querySelector(".pd-notice")).toBeNull();
    expect(changed).toHaveBeenCalled();
  });
});

it("a completed update leaves the form of another record alone, and notifies the user", async () => {
  const entity = entityOf([field(identifier, "id", { readOnly: true }), field(text, "note")], {
    calls: { detail: call("detail", { method: "GET" }), update: call("update") },
    texts: { "field.note.label": "note" },
  });
  const stored = later();
  const notify = vi.fn();
  function Beside() {
    const [open, setOpen] = useState("1");
    return (
      <>
        <button type="button" onClick={() => setOpen("2")}>
          next
        </button>
        <RecordDetail
          entity={entity}
          id={open}
          headingId="h"
          level={2}
          onChanged={() => undefined}
          onRemoved={() => undefined}
        />
      </>
    );
  }
  const page = await open(
    <Beside />,
    portsOf({
      notify,
      call: ({ path }, body = {}) =>
        path === "/test/detail"
          ? Promise.resolve({ record: { id: body["id"] }, labels: {}, timeline: [], events: [] })
          : stored.promise,
    }),
  );
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

describe("a form during slow responses", () => {
  it("returns from the review when a context that arrives with the password dialog open makes it invalid", async () => {
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

  it("is not submitted with an earlier choice while the intended one is loading", async () => {
    const found = later();
    const ask = vi.fn<Ports["call"]>(async ({ path }, body) =>
      path === "/bank" ? (body!["q"] ? found.promise : { list: [{ name: "ICBC" }] }) : { record: {} },
    );
    const page = await open(
      <EntityForm
        entity={entityOf([field(kindList.choice, "bank", { options: { list: "bank", params: {}, fills: {} } })])}
        preset={{ bank: "ICBC" }}
        onDone={() => undefined}
      />,
      portsOf({ entity: async () => list("bank"), call: ask }),
    );
    const bank = control(page, "bank");
    await type(bank, "CCB");
    await act(
      async () =>
        void bank.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })),
    );
    await click(button(page, "提交"));
    expect(page.querySelector("[data-summary]")?.textContent).toContain("正在加载");
    await until(() => ask.mock.calls.some(([, body]) => body?.["q"] === "CCB"));
    await found.come({ list: [{ name: "CCB" }] });
    await click(button(page, "提交"));
    await settle();
    expect(ask.mock.calls.filter(([{ path }]) => path === "/test/create").map(([, body]) => body)).toEqual([
      { bank: "CCB" },
    ]);
  });

  it("keeps the focus where the user moved it while a code was sent", async () => {
    const coded = later();
    const form = entityOf([
      field(kindList.text, "email"),
      field(kindList.text, "note"),
      field(kindList.text, "code", { send: { call: "sendCode", with: { email: "email" } } }),
    ]);
    const page = await open(
      <EntityForm entity={form} onDone={() => undefined} />,
      portsOf({ callNamed: async () => ({ method: "POST", path: "/sendCode" }), call: () => coded.promise }),
    );
    await type(control(page, "email"), "a@b.cn");
    await click(button(page, "获取验证码"));
    await type(control(page, "note"), "in the mid");
    await coded.come({});
    expect(page.textContent).toContain("秒后可重新获取");
    expect(document.activeElement).toBe(control(page, "note"));
    sessionStorage.clear();
  });

  it("keeps the file that was chosen last, even if it is rejected", async () => {
    const up = later<{ id: string; name: string; size: number }>();
    const form = entityOf([
      field(kindList.file, "proof", { file: { accept: ["pdf"], maxBytes: 1024, purpose: "test" } }),
    ]);
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

  it("retries a failed lookup of a prefix", async () => {
    const list = entityOf([field(kindList.text, "name")], {
      name: "issuer",
      key: "name",
      source: "data",
      calls: { options: call("options", { method: "GET" }) },
    });
    const ask = vi
      .fn<Ports["call"]>()
      .mockRejectedValueOnce(unknown)
      .mockResolvedValue({ list: [{ name: "6222", bank: "ICBC" }] });
    const form = entityOf([
      field(kindList.identifier, "account", { lookup: { list: "issuer", start: 4, fills: { bank: "bank" } } }),
      field(kindList.text, "bank"),
    ]);
    const page = await open(
      <EntityForm entity={form} onDone={() => undefined} />,
      portsOf({ entity: async () => list, call: ask }),
    );
    await type(control(page, "account"), "62220");
    await settle();
    await type(control(page, "account"), "622202");
    await settle();
    expect(control(page, "bank").value).toBe("ICBC");
  });

  it("reloads a field's open options when a field that they depend on is filled in", async () => {
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
    const page = await open(
      <EntityForm entity={form} onDone={() => undefined} />,
      portsOf({ entity: async (name) => list(name), call: ask }),
    );
    await type(control(page, "account"), "1111");
    await settle();
    await type(control(page, "account"), "2222");
    await type(control(page, "branch"), "b");
    await until(() => document.querySelector('[role="option"]')?.textContent === "branch of one");
    await bank.come({ list: [{ name: "2222", bank: "two" }] });
    await until(() => document.querySelector('[role="option"]')?.textContent === "branch of two");
  });

  it("is submitted with the values that a filled choice fills in itself", async () => {
    const city = later();
    const ask = vi.fn<Ports["call"]>(async ({ path }, body) => {
      if (path === "/city") return city.promise;
      return path === "/branch" ? { list: [{ name: "west", city: "Paris" }] } : { record: body };
    });
    const form = entityOf([
      field(kindList.choice, "city", { options: { list: "city", params: {}, fills: { region: "region" } } }),
      field(kindList.choice, "branch", { options: { list: "branch", params: {}, fills: { city: "city" } } }),
      field(kindList.text, "region", { required: true }),
    ]);
    const page = await open(
      <EntityForm entity={form} onDone={() => undefined} />,
      portsOf({ entity: async (name) => list(name), call: ask }),
    );
    await type(control(page, "branch"), "west");
    await until(() => document.querySelector('[role="option"]'));
    await press(control(page, "branch"), "Enter");
    await click(button(page, "提交"));
    expect(page.querySelector('[aria-invalid="true"]')).toBeNull();
    await city.come({ list: [{ name: "Paris", region: "Centre" }] });
    await settle();
    expect(ask.mock.calls.at(-1)?.[1]).toEqual({ city: "Paris", branch: "west", region: "Centre" });
  });

  it("keeps text typed during the lookup of a pasted block, and pastes other text at the caret", async () => {
    const banks = entityOf([field(kindList.text, "name")], {
      name: "bank",
      key: "name",
      source: "data",
      calls: { options: call("options", { method: "GET" }) },
    });
    const found = later();
    const ask = vi.fn<Ports["call"]>(() => found.promise);
    const form = entityOf([
      field(kindList.choice, "bank", { options: { list: "bank", params: {}, fills: {} } }),
      field(kindList.text, "payee"),
      field(kindList.text, "note"),
    ]);
    const page = await open(
      <EntityForm entity={form} onDone={() => undefined} />,
      portsOf({ entity: async () => banks, call: ask }),
    );
    const paste = (input: HTMLInputElement, block: string, then?: HTMLElement) =>
      act(async () => {
        input.focus();
        input.dispatchEvent(
          Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
            clipboardData: { getData: () => block },
          }),
        );
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
