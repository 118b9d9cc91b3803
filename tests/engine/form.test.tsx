// @vitest-environment happy-dom
import { Profiler } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChangeNotice } from "../../src/engine/form/ChangeNotice.tsx";
import { CreateChoice } from "../../src/engine/form/CreateChoice.tsx";
import { CallForm, EntityForm } from "../../src/engine/form/EntityForm.tsx";
import type { Entity, Ports, Row } from "@portolan/engine";
import { text } from "../../src/engine/kinds/text/text.ts";
import { secret } from "../../src/engine/kinds/secret/secret.ts";
import {
  button,
  call,
  click,
  control,
  described,
  entityOf,
  field,
  leave,
  mount,
  portsOf,
  press,
  settle,
  type,
} from "./form-fixtures.tsx";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
let close: () => void = () => undefined;
afterEach(() => close());

async function open(
  entity: Entity,
  ports: Ports = portsOf(),
  more: { record?: Row; preset?: Row; onDone?(record: Row): void } = {},
) {
  const { page, unmount } = await mount(
    <EntityForm entity={entity} onDone={more.onDone ?? (() => undefined)} {...more} />,
    ports,
  );
  close = unmount;
  return page;
}
const sent = (ports: Ports, index = 0) => (ports.call as ReturnType<typeof vi.fn>).mock.calls[index]!;

describe("a form", () => {
  it("labels every field and describes it with its error", async () => {
    const page = await open(entityOf([field(text, "name", { required: true }), field(text, "other")]));
    const name = control(page, "name");
    expect(name.getAttribute("aria-required")).toBe("true");
    expect(name.hasAttribute("aria-invalid")).toBe(false);
    await click(button(page, "提交"));
    expect(name.getAttribute("aria-invalid")).toBe("true");
    expect(described(name)).toBe("name is required");
    expect(document.activeElement).toBe(name);
    await type(name, "x");
    expect(name.hasAttribute("aria-invalid")).toBe(false);
    expect(page.querySelector("[data-summary]")).toBeNull();
  });

  it("opens a part of a call's form like a whole form", async () => {
    const whole = entityOf([field(text, "a"), field(text, "b")], { source: "call" });
    const part = { ...whole, form: { ...whole.form, sections: [{ id: "first", rows: [["a"]] }] } };
    const { page, unmount } = await mount(
      <CallForm call={{ call: call("ask"), request: part }} onDone={() => undefined} />,
      portsOf(),
    );
    close = unmount;
    expect(control(page, "a")).not.toBeNull();
    expect(() => control(page, "b")).toThrow();
  });

  it("focuses an error summary that links to the fields", async () => {
    const page = await open(entityOf([field(text, "a", { required: true }), field(text, "b", { required: true })]));
    await click(button(page, "提交"));
    const summary = page.querySelector<HTMLElement>("[data-summary]")!;
    expect(document.activeElement).toBe(summary);
    expect(summary.textContent).toContain("2 处需要修改");
    await click(summary.querySelectorAll("a")[1]);
    expect(document.activeElement).toBe(control(page, "b"));
  });

  it("validates a field on blur, then at every key, and leaves valid ones alone", async () => {
    const page = await open(
      entityOf([
        field(text, "name", { schema: { type: "string", maxLength: 3 } }),
        field(text, "needed", { required: true }),
      ]),
    );
    const name = control(page, "name");
    await type(name, "abcd");
    expect(name.hasAttribute("aria-invalid")).toBe(false);
    await leave(name);
    expect(described(name)).toBe("at most 3");
    await type(name, "abc");
    expect(name.hasAttribute("aria-invalid")).toBe(false);
    const needed = control(page, "needed");
    needed.focus();
    await leave(needed);
    expect(needed.hasAttribute("aria-invalid")).toBe(false);
  });

  it("fills a new record with defaults, and leaves a stored one unchanged", async () => {
    const entity = entityOf([
      field(text, "name"),
      field(text, "bearer", { schema: { type: "string", default: "SHA" } }),
      field(text, "route", { schema: { type: "string", default: "a" } }),
    ]);
    const ports = portsOf();
    const page = await open(entity, ports, { preset: { route: "b" } });
    expect([control(page, "bearer").value, control(page, "route").value]).toEqual(["SHA", "b"]);
    await type(control(page, "name"), "x");
    await click(button(page, "提交"));
    expect(sent(ports)[1]).toEqual({ name: "x", bearer: "SHA", route: "b" });
    close();
    const stored = await open(entity, portsOf(), { record: { name: "x" } });
    expect(control(stored, "bearer").value).toBe("");
  });

  it("counts characters, not UTF-16 units", async () => {
    const page = await open(entityOf([field(text, "name", { schema: { type: "string", maxLength: 5 } })]));
    await type(control(page, "name"), "𠮷野家");
    expect(page.querySelector(".pf-count")?.textContent).toBe("3/5");
  });

  it("does not render on key presses, counter included, until an error appears or changes", async () => {
    const commits = vi.fn();
    const fields = Array.from({ length: 40 }, (_, index) =>
      field(text, `f${index}`, { schema: { type: "string", ...(index === 0 && { maxLength: 5 }) } }),
    );
    const { page, unmount } = await mount(
      <Profiler id="form" onRender={commits}>
        <EntityForm entity={entityOf(fields)} onDone={() => undefined} />
      </Profiler>,
      portsOf(),
    );
    close = unmount;
    commits.mockClear();
    await type(control(page, "f7"), "a");
    await type(control(page, "f7"), "ab");
    expect(commits).toHaveBeenCalledTimes(0);
    await type(control(page, "f0"), "a");
    await type(control(page, "f0"), "abcdef");
    expect(commits).toHaveBeenCalledTimes(0);
    expect(page.querySelector(".pf-count")?.textContent).toBe("6/5");
    expect(page.querySelector(".pf-count")?.hasAttribute("data-over")).toBe(true);
    await leave(control(page, "f0"));
    expect(commits).toHaveBeenCalledTimes(1);
    await type(control(page, "f0"), "abc");
    expect(commits).toHaveBeenCalledTimes(2);
    expect(page.querySelector(".pf-count")?.textContent).toBe("3/5");
    expect(page.querySelector(".pf-count")?.hasAttribute("data-over")).toBe(false);
  });

  it("submits the typed values once, and returns the record", async () => {
    const done = vi.fn();
    const ports = portsOf();
    const page = await open(entityOf([field(text, "name"), field(text, "again", { local: true })]), ports, {
      onDone: done,
      preset: { origin: "page" },
    });
    await type(control(page, "name"), " 海图 ");
    await type(control(page, "again"), "not sent");
    await press(control(page, "name"), "Enter");
    await press(control(page, "name"), "Enter");
    await settle();
    expect(ports.call).toHaveBeenCalledTimes(1);
    expect(sent(ports)[1]).toEqual({ name: "海图", origin: "page" });
    expect(sent(ports)[2].idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(done).toHaveBeenCalledWith({ id: "1" }, { record: { id: "1" } });
  });

  it("ignores Enter and unfinished text during IME composition", async () => {
    const ports = portsOf();
    const page = await open(entityOf([field(text, "name", { schema: { type: "string", maxLength: 9 } })]), ports);
    const name = control(page, "name");
    name.value = "hai";
    name.dispatchEvent(Object.assign(new Event("input", { bubbles: true }), { isComposing: true }));
    await settle();
    expect(page.querySelector(".pf-count")?.textContent).toBe("0/9");
    await press(name, "Enter", { isComposing: true });
    await press(name, "Enter", { keyCode: 229 });
    expect(ports.call).not.toHaveBeenCalled();
    name.value = "海";
    name.dispatchEvent(new Event("compositionend", { bubbles: true }));
    await press(name, "Enter", { ctrlKey: true });
    await settle();
    expect(sent(ports)[1]).toEqual({ name: "海" });
  });

  it("submits passwords as digests and keeps them out of drafts", async () => {
    const ports = portsOf();
    const entity = entityOf([field(secret, "password", { digest: "login", writeOnly: true }), field(text, "name")], {
      form: { sections: [{ id: "s", rows: [["password"], ["name"]] }], review: false, draft: true },
    });
    const page = await open(entity, ports);
    await type(control(page, "password"), "correct horse");
    await type(control(page, "name"), "x");
    await settle(600);
    expect(JSON.parse(localStorage.getItem("draft.u1.thing.v1")!)).toEqual({ name: "x" });
    await click(button(page, "提交"));
    await vi.waitFor(() => expect(ports.call).toHaveBeenCalled(), { timeout: 20_000 });
    await settle();
    expect(sent(ports)[1].password).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(localStorage.getItem("draft.u1.thing.v1")).toBeNull();
  });

  it("offers and restores a saved draft", async () => {
    localStorage.setItem("draft.u1.thing.v1", JSON.stringify({ name: "kept", gone: 1 }));
    const page = await open(
      entityOf([field(text, "name")], {
        form: { sections: [{ id: "s", rows: [["name"]] }], review: false, draft: true },
      }),
    );
    expect(control(page, "name").value).toBe("");
    await click(button(page, "继续填写"));
    expect(control(page, "name").value).toBe("kept");
    expect(page.textContent).not.toContain("草稿");
  });

  it("saves the last edit of a draft when the page closes at once", async () => {
    const page = await open(
      entityOf([field(text, "name")], {
        form: { sections: [{ id: "s", rows: [["name"]] }], review: false, draft: true },
      }),
    );
    await type(control(page, "name"), "typed just now");
    window.dispatchEvent(new Event("pagehide"));
    expect(JSON.parse(localStorage.getItem("draft.u1.thing.v1")!)).toEqual({ name: "typed just now" });
  });

  it("hides fields by condition, keeps their values, and never submits them", async () => {
    const ports = portsOf();
    const condition = {
      source: "self.kind == '01'",
      tree: ["==", ["v", "self", "kind"], "01"],
      reads: ["self.kind"],
      type: "bool",
    };
    const entity = entityOf([field(text, "kind"), field(text, "company", { required: true })], {
      show: [{ field: "company", expression: condition }],
    });
    const page = await open(entity, ports);
    expect(() => control(page, "company")).toThrow();
    await type(control(page, "kind"), "01");
    await type(control(page, "company"), "Portolan");
    await type(control(page, "kind"), "00");
    expect(() => control(page, "company")).toThrow();
    await type(control(page, "kind"), "01");
    expect(control(page, "company").value).toBe("Portolan");
    await type(control(page, "kind"), "00");
    await click(button(page, "提交"));
    await settle();
    expect(sent(ports)[1]).toEqual({ kind: "00" });
  });

  it("updates computed values while typing and submits those that are shown", async () => {
    const ports = portsOf();
    const entity = entityOf([
      field(text, "a"),
      field(text, "b", {
        readOnly: true,
        compute: {
          source: "self.a + '!'",
          tree: ["+", ["v", "self", "a"], "!"],
          reads: ["self.a"],
          type: "string",
        },
      }),
    ]);
    const page = await open(entity, ports);
    expect(control(page, "b").textContent).toBe("—");
    await type(control(page, "a"), "x");
    expect(control(page, "b").textContent).toBe("x!");
    await click(button(page, "提交"));
    await settle();
    expect(sent(ports)[1]).toEqual({ a: "x", b: "x!" });
  });

  it("shows a gate with its link instead of the form", async () => {
    const go = vi.fn();
    const ports = portsOf({ context: async () => ({ ready: false }), failure: (name) => `failure ${name}`, go });
    const entity = entityOf([field(text, "name")], {
      contexts: { user: { types: { ready: "bool" } } },
      gates: [
        {
          unless: { source: "user.ready", tree: ["v", "user", "ready"], reads: ["user.ready"], type: "bool" },
          message: "setPayPasswordFirst",
          goto: "/there",
        },
      ],
    });
    const page = await open(entity, ports);
    await settle();
    expect(page.textContent).toContain("failure setPayPasswordFirst");
    expect(page.querySelector("input")).toBeNull();
    await click(page.querySelector("a"));
    expect(go).toHaveBeenCalledWith("/there");
  });

  it("marks itself as unfinished until it is submitted", async () => {
    const takeBack = vi.fn();
    const unfinished = vi.fn(() => takeBack);
    const page = await open(entityOf([field(text, "name")]), portsOf({ unfinished }));
    await type(control(page, "name"), "x");
    await type(control(page, "name"), "xy");
    expect(unfinished).toHaveBeenCalledTimes(1);
    expect(takeBack).not.toHaveBeenCalled();
    await click(button(page, "提交"));
    await settle();
    expect(unfinished.mock.calls.map(([, leaving]: unknown[]) => leaving)).toEqual(["lost", "sent"]);
    expect(takeBack).toHaveBeenCalledTimes(2);
  });

  it("updates a record with its key and version, and disables fields that are set only once", async () => {
    const ports = portsOf();
    const page = await open(
      entityOf(
        [
          field(text, "id", { readOnly: true }),
          field(text, "code", { once: true }),
          field(text, "name"),
          field(text, "note"),
        ],
        { form: { sections: [{ id: "s", rows: [["code"], ["name"], ["note"]] }], review: false, draft: true } },
      ),
      ports,
      {
        record: { id: "T1", version: 3, code: "c", name: "old", note: "gone soon" },
      },
    );
    expect(control(page, "code").tagName).toBe("OUTPUT");
    await type(control(page, "name"), "new");
    await type(control(page, "note"), "");
    await click(button(page, "提交"));
    await settle();
    expect(sent(ports)[0].name).toBe("update");
    // A cleared field is sent as null; an omitted field would keep its value.
    expect(sent(ports)[1]).toEqual({ id: "T1", version: 3, name: "new", note: null });
  });
});

const union = (): Entity =>
  entityOf([], {
    name: "place",
    source: "union",
    create: {
      by: "route",
      ways: [
        { value: "near", entity: "near" },
        { value: "far", entity: "far" },
      ],
    },
    texts: { create: "在哪里？", "create.near": "这里", "create.far": "别处", "create.far.says": "约 1 天" },
  });
const member = (name: string) =>
  entityOf([field(text, name)], { name, calls: { create: call(name, { grant: `${name}.add` }) } });

describe("a form for a record of a union", () => {
  const openChoice = async (ports: Ports, onDone: (entity: Entity, record: Row) => void, first?: string) => {
    const { page, unmount } = await mount(
      <CreateChoice
        entity={union()}
        first={first}
        presetOf={({ name }) => ({ [name]: "x" })}
        onDone={onDone}
        Form={EntityForm}
      />,
      ports,
    );
    close = unmount;
    await settle();
    return page;
  };

  it("asks for the member first, shows its fields alone, and keeps what was typed in the other", async () => {
    const done = vi.fn();
    const ports = portsOf({ entity: async (name) => member(name) });
    const page = await openChoice(ports, done);
    const shown = () =>
      [...page.querySelectorAll(".pf-choice > div:not([hidden]) .pf-label")].map((label) => label.textContent);
    expect(page.querySelector("legend")?.textContent).toBe("在哪里？");
    expect(shown()).toEqual(["near"]);
    await type(control(page, "near"), "typed");
    const far = page.querySelectorAll<HTMLInputElement>(".pf-ways input")[1]!;
    expect(document.getElementById(far.getAttribute("aria-describedby")!)?.textContent).toBe("约 1 天");
    await click(far);
    await settle();
    expect(shown()).toEqual(["far"]);
    await click(page.querySelectorAll(".pf-ways input")[0]);
    expect(control(page, "near").value).toBe("typed");
    await click(button(page, "提交"));
    await settle();
    expect(sent(ports)[1]).toEqual({ near: "typed" });
    expect(done).toHaveBeenCalledWith(expect.objectContaining({ name: "near" }), expect.anything());
  });

  it("begins with the way that the address names, and asks nothing when the user may take one way alone", async () => {
    const ports = portsOf({ entity: async (name) => member(name) });
    let page = await openChoice(ports, vi.fn(), "far");
    expect(control(page, "far").value).toBe("x");
    close();
    page = await openChoice({ ...ports, granted: (grant) => grant === "far.add" }, vi.fn());
    expect(page.querySelector(".pf-ways")).toBeNull();
    expect(control(page, "far").value).toBe("x");
  });
});

it("says what a change of a stored record leads to, while the field that leads to it differs", async () => {
  const amend = { on: "amend", from: ["passed"], to: "open", needs: [], set: {}, notify: false, count: [] };
  const entity = entityOf([field(text, "name"), field(text, "note"), field(text, "status", { readOnly: true })], {
    lifecycle: {
      field: "status",
      states: [],
      transitions: [{ ...amend, by: "merchant", assumed: false, touches: ["name"] }],
    },
    texts: { "edit.amend": "修改后需重新审核。" },
  });
  const { page, unmount } = await mount(
    <EntityForm entity={entity} record={{ id: "1", name: "old", status: "passed" }} onDone={() => undefined}>
      <ChangeNotice />
    </EntityForm>,
    portsOf(),
  );
  close = unmount;
  const said = () => page.querySelector(".pf-change")?.textContent;
  await type(control(page, "note"), "of mine");
  expect(said()).toBe("");
  await type(control(page, "name"), "new");
  expect(said()).toBe("修改后需重新审核。");
  await type(control(page, "name"), "old");
  expect(said()).toBe("");
});
