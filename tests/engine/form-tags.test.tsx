// @vitest-environment happy-dom
/** Tags as chips: by keyboard, by paste, and as announced by screen readers; multiple choices as checkboxes. */
import { act } from "react";
import { afterEach, expect, it, type Mock } from "vitest";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import type { Field, Row } from "@portolan/engine";
import { kindList } from "../../src/engine/kinds/index.ts";
import { Value } from "../../src/engine/cells/cell.tsx";
import { registerCellRenderers } from "../../src/engine/cells/kinds/index.tsx";
import { renderFormattedValue } from "../../src/engine/cells/cell.tsx";
import {
  button,
  click,
  control,
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
afterEach(() => close());

const tags = field(kindList.tags, "tags", { schema: { type: "array", items: { type: "string" } } });
const modesOf = (values: readonly string[]): Field =>
  field(kindList.choices, "modes", {
    schema: { type: "array" },
    item: field(kindList.choice, "modes", { schema: { type: "string", enum: values } }),
  });

async function open(fields: Field[], record?: Row) {
  const ports = portsOf();
  const { page, unmount } = await mount(
    <EntityForm entity={entityOf(fields)} record={record} onDone={() => undefined} />,
    ports,
  );
  close = unmount;
  const send = async () => {
    await click(button(page, "提交"));
    await settle();
    return (ports.call as Mock).mock.calls.at(-1)?.[1] as Row;
  };
  return { page, send };
}
const chips = (page: HTMLElement) => [...page.querySelectorAll(".pf-tags li")].map((chip) => chip.textContent);
const said = (page: HTMLElement) => page.querySelector(".pf-tags [role=status]")?.textContent;

it("Enter, a semicolon and blur turn text into tags without duplicates", async () => {
  const { page, send } = await open([tags]);
  const input = control(page, "tags");
  await type(input, "vip");
  await press(input, "Enter");
  expect([chips(page), input.value, said(page)]).toEqual([["vip"], "", "已添加 vip"]);
  await type(input, "木材；vip;");
  expect(chips(page)).toEqual(["vip", "木材"]);
  await type(input, "new");
  expect(await send()).toMatchObject({ tags: ["vip", "木材", "new"] });
  await leave(input);
  expect(chips(page)).toEqual(["vip", "木材", "new"]);
});

it("a pasted column becomes tags", async () => {
  const { page } = await open([tags]);
  const input = control(page, "tags");
  const paste = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
    clipboardData: { getData: () => "a\r\nb\n\nc" },
  });
  await act(async () => void input.dispatchEvent(paste));
  expect(chips(page)).toEqual(["a", "b", "c"]);
  expect(paste.defaultPrevented).toBe(true);
});

it("tags can be reached and removed by keyboard, and a changed record drops options that no longer exist", async () => {
  const { page, send } = await open([tags], { id: "1", tags: ["a", "b", "c"] });
  const input = control(page, "tags");
  const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.tagName;
  const key = async (name: string) => {
    await press(document.activeElement!, name);
    return focused();
  };
  await act(async () => input.focus());
  expect(await key("Backspace")).toBe("移除 c");
  expect(await key("ArrowLeft")).toBe("移除 b");
  expect(await key("Home")).toBe("移除 a");
  expect(await key("ArrowLeft")).toBe("移除 a");
  expect(await key("ArrowRight")).toBe("移除 b");
  expect(await key("Delete")).toBe("移除 c");
  expect([chips(page), said(page)]).toEqual([["a", "c"], "已移除 b"]);
  expect(await key("End")).toBe("INPUT");
  expect(page.querySelector(".pf-tags ul")?.getAttribute("aria-label")).toBe("已有的tags");
  for (const label of ["移除 c", "移除 a"]) await click(page.querySelector(`[aria-label="${label}"]`));
  expect((await send()).tags).toBeNull();
});

it("options are checkboxes in schema order, with search if there are many", async () => {
  const values = ["SEA", "AIR", "RAIL", "ROAD", "POST", "PIPE", "FOOT"];
  const { page, send } = await open([modesOf(values)]);
  const group = page.querySelector("[role=group][aria-labelledby]")!;
  const boxes = [...group.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  for (const index of [2, 0]) {
    boxes[index]!.checked = true;
    await act(async () => void boxes[index]!.dispatchEvent(new Event("input", { bubbles: true })));
  }
  await type(group.querySelector<HTMLInputElement>("input[type=search]")!, "ro");
  expect(boxes.filter((box) => !box.closest("label")!.hidden)).toEqual([boxes[3]]);
  expect((await send()).modes).toEqual(["SEA", "RAIL"]);
});

it("few options have no search", async () => {
  const { page } = await open([modesOf(["SEA", "AIR"])]);
  expect(page.querySelector("input[type=search]")).toBeNull();
});

it("a list cell shows two tags and a count, a detail all, and screen readers announce all in both", async () => {
  registerCellRenderers();
  const row = { tags: ["a", "b", "c", "d"] };
  const entity = entityOf([tags]);
  const shown = async (element: React.ReactNode) => {
    const { page, unmount } = await mount(<p>{element}</p>, portsOf());
    const parts = [page.querySelector(".sr-only")?.textContent, page.querySelector(".chips")?.textContent];
    unmount();
    return parts;
  };
  expect(await shown(<Value entity={entity} field={entity.field("tags")} row={row} labels={{}} />)).toEqual([
    "a；b；c；d",
    "abcd",
  ]);
  const column = { field: entity.field("tags"), tone: undefined };
  expect(await shown(renderFormattedValue(column, row, "a；b；c；d"))).toEqual(["a；b；c；d", "ab+2"]);
});
