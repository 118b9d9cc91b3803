// @vitest-environment happy-dom
/** A secret that is stored encrypted: set in a new record; kept, replaced or removed in an existing one. */
import { afterEach, expect, it, type Mock } from "vitest";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import { kindList } from "../../src/engine/kinds/index.ts";
import type { Row } from "@portolan/engine";
import { button, click, control, entityOf, field, mount, portsOf, settle, type } from "./form-fixtures.tsx";

let close: () => void = () => undefined;
afterEach(() => close());

const fields = (required: boolean) => [
  field(kindList.text, "name"),
  field(kindList.sealed, "key", { sealed: true, writeOnly: true, required }),
];

async function open(required: boolean, record?: Row, secrets?: string[]) {
  const ports = portsOf();
  const { page, unmount } = await mount(
    <EntityForm entity={entityOf(fields(required))} record={record} secrets={secrets} onDone={() => undefined} />,
    ports,
  );
  close = unmount;
  const send = async (): Promise<Row | undefined> => {
    await click(button(page, "提交"));
    await settle();
    return (ports.call as Mock).mock.calls.at(-1)?.[1];
  };
  const words = () =>
    [...page.querySelectorAll("button")].map((button) => button.getAttribute("aria-label") ?? button.textContent);
  return { page, send, words };
}

it("a secret is required in a new record, and cannot be removed before it is stored", async () => {
  const { page, send, words } = await open(true);
  expect(words().some((word) => word?.startsWith("删除"))).toBe(false);
  expect(await send()).toBeUndefined();
  expect(control(page, "key").getAttribute("aria-invalid")).toBe("true");
  await type(control(page, "key"), " sk-1 ");
  expect(await send()).toMatchObject({ key: " sk-1 " });
});

it("a secret of a stored record is kept when nothing is typed, although required", async () => {
  const { page, send, words } = await open(true, { id: "1", name: "a" });
  expect([control(page, "key").value, control(page, "key").placeholder]).toEqual(["", "留空则保持原有内容"]);
  expect(words().some((word) => word?.startsWith("删除"))).toBe(false);
  await type(control(page, "name"), "b");
  const sent = await send();
  expect(sent).toMatchObject({ name: "b" });
  expect(sent).not.toHaveProperty("key");
  expect(control(page, "key").getAttribute("aria-invalid")).toBeNull();
});

it("a secret of a stored record shows whether it is set, and can then be removed", async () => {
  const states = [];
  for (const secrets of [["key"], []]) {
    const { page, words } = await open(false, { id: "1", name: "a" }, secrets);
    states.push([control(page, "key").placeholder, words().some((word) => word?.startsWith("删除"))]);
    close();
    close = () => undefined;
  }
  expect(states).toEqual([
    ["已设置，留空则保持不变", true],
    ["未设置", false],
  ]);
});

it("a secret of a stored record is replaced by a typed value", async () => {
  const { page, send } = await open(false, { id: "1", name: "a" });
  await type(control(page, "key"), "sk-2");
  expect(await send()).toMatchObject({ key: "sk-2" });
});

it("a secret of a stored record is removed and restored by the same button", async () => {
  const { page, send, words } = await open(false, { id: "1", name: "a" });
  await click(button(page, "删除 key"));
  expect([page.querySelector("output")?.textContent, words().some((word) => word?.startsWith("保留"))]).toEqual([
    "保存后删除",
    true,
  ]);
  await click(button(page, "保留 key"));
  await click(button(page, "删除 key"));
  expect(await send()).toMatchObject({ key: null });
});

it("a secret of a stored record is kept after undoing its removal", async () => {
  const { page, send } = await open(false, { id: "1", name: "a" });
  await click(button(page, "删除 key"));
  await click(button(page, "保留 key"));
  await type(control(page, "name"), "c");
  expect(await send()).not.toHaveProperty("key");
});
