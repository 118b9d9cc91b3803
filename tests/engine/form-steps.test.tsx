// @vitest-environment happy-dom
/** A form in steps: the list of its steps, and the corrections that a review asks for. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createEmptyLibrary } from "@portolan/engine/compiler";
import type { Row } from "@portolan/engine";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import { compileEntity, compileValidator, hydrate } from "../../src/payments/compiler.ts";
import { button, click, control, described, mount, portsOf, settle, type } from "./form-fixtures.tsx";
import { FILE } from "./sample.ts";

const text = (label: string) => ({ type: "string", maxLength: 20, "x-label": { zh: label, en: label } });
const step = (id: string, fields: string[]) => ({
  id,
  label: { zh: `步骤 ${id}`, en: `Step ${id}` },
  sections: [{ id, fields }],
});
const schema = {
  "x-label": { zh: "申请", en: "Application" },
  properties: {
    kind: text("类型"),
    company: text("公司"),
    agent: text("经办"),
    phone: text("电话"),
    person: text("姓名"),
    asked: {
      type: "array",
      readOnly: true,
      "x-label": { zh: "须改", en: "Asked" },
      items: { type: "object", properties: { field: text("项目"), reason: text("原因") } },
    },
  },
  required: ["kind", "person"],
  "x-show": { company: "self.kind == 'C'", agent: "self.kind == 'C'", phone: "self.agent == 'yes'" },
  "x-require": { phone: "self.agent == 'yes'" },
  "x-form": {
    steps: [
      step("A", ["kind"]),
      step("B", ["company"]),
      step("C", ["agent"]),
      step("D", ["phone"]),
      step("E", ["person"]),
    ],
    minutes: 10,
    draft: true,
    remarks: "asked",
  },
  "x-calls": { create: "POST /thing/add", update: "POST /thing/update" },
};
const { plan, texts } = compileEntity(FILE, JSON.stringify(schema), createEmptyLibrary());
const entity = hydrate(plan, texts, compileValidator(plan.schema));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
let close: () => void = () => undefined;
afterEach(() => close());

async function open(record?: Row) {
  const call = vi.fn(async (..._sent: unknown[]) => ({ record: { id: "1" } }));
  const { page, unmount } = await mount(
    <EntityForm entity={entity} record={record} onDone={() => undefined} />,
    portsOf({ call }),
  );
  close = unmount;
  return { page, call };
}
/** Returns the listed steps: their names, with `-` before a struck one. */
const listSteps = (page: HTMLElement) =>
  [...page.querySelectorAll(".pf-steps li")].map(
    (item) => `${item.querySelector("del") ? "-" : ""}${/步骤 \w/.exec(item.textContent)?.[0]}`,
  );
const head = (page: HTMLElement) => page.querySelector(".pf-steps-head > p")?.textContent;

it("lists every step from the start, strikes those that a choice drops, and estimates the minutes left", async () => {
  const { page } = await open();
  const all = ["步骤 A", "步骤 B", "步骤 C", "步骤 D", "步骤 E"];
  expect([listSteps(page), head(page)]).toEqual([all, "第 1 / 5 步 · 步骤 A · 约 10 分钟"]);
  await type(control(page, "类型"), "P");
  expect([listSteps(page), head(page)]).toEqual([
    ["步骤 A", "-步骤 B", "-步骤 C", "-步骤 D", "步骤 E"],
    "第 1 / 5 步 · 步骤 A · 约 4 分钟",
  ]);
  // A choice that is still to be made drops nothing, and the numbers stay.
  await type(control(page, "类型"), "C");
  expect(listSteps(page)).toEqual(all);
  await click(button(page, "下一步"));
  expect(head(page)).toBe("第 2 / 5 步 · 步骤 B · 约 8 分钟");
});

it("says when the draft was saved", async () => {
  const { page } = await open();
  expect(page.querySelector(".pf-steps-head")?.textContent).not.toContain("已保存");
  await type(control(page, "类型"), "P");
  await settle(600);
  expect(page.querySelector(".pf-steps-head")?.textContent).toMatch(/已保存 \d\d:\d\d$/);
});

const returned = {
  id: "1",
  kind: "C",
  company: "甲",
  person: "王",
  version: 3,
  asked: [
    { field: "agent", reason: "请写明经办" },
    { field: "gone", reason: "旧项目" },
  ],
};
const sent = (call: ReturnType<typeof vi.fn>) => call.mock.calls[0]?.[1];
const labels = (page: HTMLElement) =>
  [...page.querySelectorAll(".pf-label")].map(({ textContent }) => textContent?.replace("*", ""));

it("offers only the fields with remarks, each with its reason, and what depends on them", async () => {
  const { page, call } = await open(returned);
  expect(page.querySelector(".pf-steps")).toBeNull();
  expect(labels(page)).toEqual(["经办"]);
  expect(described(control(page, "经办"))).toBe("请写明经办");
  await type(control(page, "经办"), "yes");
  expect(labels(page)).toEqual(["经办", "电话"]);
  await type(control(page, "电话"), "138");
  await click(button(page, "提交"));
  await vi.waitFor(() => expect(call).toHaveBeenCalled());
  expect(sent(call)).toEqual({ id: "1", version: 3, agent: "yes", phone: "138" });
});

it("also opens a field that has become invalid", async () => {
  const { page, call } = await open({ ...returned, person: undefined });
  await type(control(page, "经办"), "no");
  await click(button(page, "提交"));
  expect(labels(page)).toEqual(["经办", "姓名"]);
  await type(control(page, "姓名"), "王");
  await click(button(page, "提交"));
  await vi.waitFor(() => expect(call).toHaveBeenCalled());
  expect(sent(call)).toEqual({ id: "1", version: 3, agent: "no", person: "王" });
});
