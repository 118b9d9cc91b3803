// @vitest-environment happy-dom
/** Input of each kind: a label, an error announced by the control itself, and values that round-trip. */
import { act } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import { ungroup } from "../../src/engine/base/amount-format.ts";
import type { Entity, Field, Ports, Row } from "@portolan/engine";
import { kindList } from "../../src/engine/kinds/index.ts";
import { inputs } from "../../src/payments/ui.tsx";
import { kindList as banking } from "../../src/payments/kinds/index.ts";
import { loadInputs, selectInput } from "../../src/engine/inputs/registry.tsx";
import {
  button,
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

let close: () => void = () => undefined;
afterEach(() => {
  close();
  sessionStorage.clear();
});
async function open(entity: Entity, ports: Ports = portsOf(), record?: Row) {
  const { page, unmount } = await mount(<EntityForm entity={entity} record={record} onDone={() => undefined} />, ports);
  close = unmount;
  return page;
}
const sent = (ports: Ports): Row => (ports.call as ReturnType<typeof vi.fn>).mock.calls.at(-1)![1] as Row;

/** Properties that a field of each kind needs in addition to its kind. */
type More = NonNullable<Parameters<typeof field>[2]>;
const transport = ["SEA", "AIR"];
const parts: Partial<Record<string, More>> = {
  choices: {
    schema: { type: "array", items: { type: "string", enum: transport } },
    item: field(kindList.choice, "it", { schema: { type: "string", enum: transport } }),
  },
  choice: { options: { values: [{ value: "A" }, { value: "B" }, { value: "C" }, { value: "D" }] } },
  status: { options: { values: [{ value: "open" }, { value: "done" }] } },
  money: { currency: { code: "CNY" } },
  files: {
    schema: { type: "array" },
    file: { accept: ["pdf", "png"], maxBytes: 1024 * 1024, purpose: "test" },
    item: field(kindList.file, "it", { file: { accept: ["pdf", "png"], maxBytes: 1024 * 1024, purpose: "test" } }),
  },
  file: { file: { accept: ["pdf", "png"], maxBytes: 1024 * 1024, purpose: "test" } },
};
const everyKind = { ...kindList, ...banking };
const written = Object.entries(everyKind).filter(([key]) => key !== "parties");

describe.each(written)("the input for %s", (key, kind) => {
  const make = (more: More = {}): Field => field(kind, "it", { schema: kind.schema, ...parts[key], ...more });

  it("has a label, an accessible error and receives focus from the summary", async () => {
    const page = await open(entityOf([make({ required: true }), field(kindList.text, "other", { required: true })]));
    const input = control(page, "it");
    expect(described(input)).not.toContain("required");
    await click(button(page, "提交"));
    expect(input.getAttribute("aria-invalid")).toBe("true");
    expect(described(input)).toBe("it is required");
    expect(input.getAttribute("aria-required")).toBe("true");
    await click(page.querySelector("[data-summary] a"));
    expect(document.activeElement === input || input.contains(document.activeElement)).toBe(true);
  });

  it("shows a stored value, and sends it back unchanged", async () => {
    const field = make();
    const [sample] = kind.samples(field);
    const ports = portsOf();
    const page = await open(entityOf([field]), ports, { id: "1", it: sample });
    await settle(10);
    await click(button(page, "提交"));
    await settle();
    expect(sent(ports).it).toEqual(sample);
  });
});

describe("amount inputs", () => {
  const amount = field(kindList.money, "amount", {
    schema: { type: "string", format: "decimal" },
    currency: { code: "CNY" },
    required: true,
  });
  it("group digits except while focused, and keep the caret", async () => {
    const page = await open(entityOf([amount]), portsOf(), { id: "1", amount: "1234567.50" });
    const input = control(page, "amount");
    expect(input.value).toBe("1,234,567.50");
    await act(async () => {
      input.focus();
      input.setSelectionRange(5, 5);
      input.dispatchEvent(new Event("focusin", { bubbles: true }));
    });
    await settle(30);
    expect(input.value).toBe("1234567.50");
    expect(input.selectionStart).toBe(4);
    await type(input, "2000");
    await leave(input);
    expect(input.value).toBe("2,000.00");
    expect(page.querySelector(".pf-iso")?.textContent).toBe("CNY");
    expect(input.inputMode).toBe("decimal");
  });
  it.each([
    ["１２３４．５０", "1234.50"],
    ["1,234.50", "1234.50"],
    ["￥1.2万", "12000.00"],
  ])("parse %s", async (typed, value) => {
    const ports = portsOf();
    const page = await open(entityOf([amount]), ports);
    await type(control(page, "amount"), typed);
    await leave(control(page, "amount"));
    await click(button(page, "提交"));
    await settle();
    expect(Number(sent(ports).amount)).toBe(Number(value));
  });
  it("keep unreadable text", async () => {
    const page = await open(
      entityOf([amount], {
        verdict: (record) =>
          record.amount === "twelve" ? [{ at: "/amount", code: "number", params: {}, message: "no number" }] : [],
      }),
    );
    const input = control(page, "amount");
    await type(input, "twelve");
    await leave(input);
    expect(input.value).toBe("twelve");
    expect(described(input)).toBe("no number");
  });
  it("drop grouping commas without moving the caret", () => {
    expect(ungroup("1,234,567.50", 5, 9)).toEqual({ text: "1234567.50", start: 4, end: 7 });
    expect(ungroup("12", 2, 2)).toEqual({ text: "12", start: 2, end: 2 });
  });
  it("show the limits that rules and contexts set", async () => {
    const tree = (...path: string[]) => ({
      source: path.join("."),
      tree: ["v", ...path],
      reads: [path.join(".")],
      type: "Decimal",
    });
    const ports = portsOf({
      context: async (name) => (name === "limits" ? { low: "10", high: "50000" } : { free: "123456.7" }),
    });
    const page = await open(
      entityOf([amount], {
        contexts: { limits: { types: { low: "Decimal", high: "Decimal" } }, purse: { types: { free: "Decimal" } } },
        rules: [
          { id: "low", at: "amount", min: tree("limits", "low"), authority: "both" },
          { id: "high", at: "amount", max: tree("limits", "high"), authority: "both" },
          {
            id: "free",
            at: "amount",
            assert: {
              source: "self.amount <= purse.free",
              tree: ["<=", ["v", "self", "amount"], ["v", "purse", "free"]],
              reads: ["self.amount", "purse.free"],
              type: "bool",
            },
            authority: "server",
          },
        ],
      }),
      ports,
    );
    await settle();
    expect(described(control(page, "amount"))).toBe("10.00 至 50,000.00 · 可用 123,456.70");
  });
});

describe("choice inputs", () => {
  it("are buttons for up to three options and a list for more", async () => {
    const few = field(kindList.choice, "few", { options: { values: [{ value: "A" }, { value: "B" }] } });
    const many = field(kindList.choice, "many", parts.choice);
    const ports = portsOf();
    const page = await open(entityOf([few, many], { texts: { "option.many.C": "丙" } }), ports);
    expect(page.querySelectorAll('[role="radiogroup"] input')).toHaveLength(2);
    const radio = page.querySelectorAll<HTMLInputElement>('input[type="radio"]')[1]!;
    await act(async () => {
      radio.checked = true;
      radio.dispatchEvent(new Event("input", { bubbles: true }));
    });
    const list = control(page, "many");
    expect([...list.querySelectorAll("option")].map((option) => option.textContent)).toEqual([
      "请选择",
      "A",
      "B",
      "丙",
      "D",
    ]);
    await type(list, "2");
    await click(button(page, "提交"));
    await settle();
    expect(sent(ports)).toEqual({ few: "B", many: "C" });
  });
  it("are a checkbox if optional, and two buttons if an answer is required", async () => {
    const ports = portsOf();
    const page = await open(
      entityOf([
        field(kindList.yesNo, "star", { schema: { type: "boolean" } }),
        field(kindList.yesNo, "ask", { schema: { type: "boolean" }, required: true }),
      ]),
      ports,
    );
    const box = page.querySelector<HTMLInputElement>('input[type="checkbox"]')!;
    await act(async () => {
      box.checked = true;
      box.dispatchEvent(new Event("input", { bubbles: true }));
    });
    const no = [...page.querySelectorAll<HTMLInputElement>('input[type="radio"]')].find(
      (input) => input.parentElement?.textContent === "否",
    )!;
    await act(async () => {
      no.checked = true;
      no.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await click(button(page, "提交"));
    await settle();
    expect(sent(ports)).toEqual({ star: true, ask: false });
  });
});

describe("secret, date and code inputs", () => {
  it("show a secret only on request", async () => {
    const page = await open(entityOf([field(kindList.secret, "password", { digest: "login" })]));
    const input = control(page, "password");
    expect(input.type).toBe("password");
    await click(button(page, "显示密码"));
    expect(input.type).toBe("text");
  });
  it("choose a date by keyboard in the calendar", async () => {
    const ports = portsOf({ now: () => Date.parse("2026-11-21T17:00:00Z") });
    const page = await open(
      entityOf([field(kindList.date, "due", { schema: { type: "string", format: "date" } })]),
      ports,
    );
    await click(button(page, "打开日历"));
    const dialog = document.querySelector("[role=dialog]")!;
    expect(document.activeElement?.getAttribute("aria-label")).toBe("2026年11月22日星期日");
    await press(document.activeElement!, "ArrowDown");
    await press(document.activeElement!, "PageDown");
    await press(document.activeElement!, "Home");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("2026年12月28日星期一");
    expect(dialog.textContent).toContain("2026年12月");
    await click(document.activeElement);
    expect(control(page, "due").value).toBe("2026-12-28");
    expect(document.querySelector("[role=dialog]")).toBeNull();
    await click(button(page, "提交"));
    await settle();
    expect(sent(ports)).toEqual({ due: "2026-12-28" });
  });
  it("send a code only to a valid address, then count down, even after a reload", async () => {
    let now = 1_000_000;
    const ports = portsOf({
      now: () => now,
      callNamed: async () => ({ method: "POST", path: "/sendCode" }),
      call: vi.fn(async () => ({})),
    });
    const form = () =>
      entityOf([
        field(kindList.text, "email", { required: true }),
        field(kindList.text, "code", { send: { call: "sendCode", with: { email: "email" } } }),
      ]);
    let page = await open(form(), ports);
    await click(button(page, "获取验证码"));
    expect(ports.call).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(control(page, "email"));
    await type(control(page, "email"), "a@b.cn");
    await click(button(page, "获取验证码"));
    expect(ports.call).toHaveBeenCalledWith({ method: "POST", path: "/sendCode" }, { email: "a@b.cn" }, {});
    expect(page.textContent).toContain("60 秒后可重新获取");
    close();
    now += 20_000;
    page = await open(form(), ports);
    expect(page.textContent).toContain("40 秒后可重新获取");
    now += 41_000;
    await settle(300);
    expect(page.textContent).toContain("重新获取");
    expect(page.textContent).not.toContain("秒后");
  });
});

it("every kind has an input, registered under its name in kebab case", async () => {
  const fields = Object.values(everyKind).map((kind) => field(kind, "it"));
  await loadInputs(inputs);
  for (const field of fields) expect(selectInput(inputs, field).Input).toBeTypeOf("function");
  for (const [key, kind] of Object.entries(everyKind))
    expect(kind.name).toBe(key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
});
