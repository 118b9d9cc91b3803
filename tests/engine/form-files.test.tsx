// @vitest-environment happy-dom
/** Multiple files in one field: compiled, checked, uploaded and removed in a form, and shown in a detail view. */
import { act } from "react";
import { afterEach, expect, it, type Mock, vi } from "vitest";
import { createEmptyLibrary } from "@portolan/engine/compiler";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import { kindList } from "../../src/engine/kinds/index.ts";
import type { Field, Ports, Row } from "@portolan/engine";
import { compileEntity, compileValidator, hydrate } from "../../src/payments/compiler.ts";
import { button, click, control, entityOf, field, mount, portsOf, settle } from "./form-fixtures.tsx";
import { FILE } from "./sample.ts";

let close: () => void = () => undefined;
afterEach(() => close());

const rules = { accept: [".pdf"], maxBytes: 1024, purpose: "test" };
const documents: Field = field(kindList.files, "papers", {
  schema: { type: "array", maxItems: 3 },
  file: rules,
  item: field(kindList.file, "papers", { file: rules }),
});

async function open(ports: Ports, record?: Row) {
  const { page, unmount } = await mount(
    <EntityForm entity={entityOf([documents])} record={record} onDone={() => undefined} />,
    ports,
  );
  close = unmount;
  const choose = (...names: string[]) =>
    act(async () => {
      const input = control(page, "papers");
      Object.defineProperty(input, "files", { value: names.map((name) => new File(["x"], name)), configurable: true });
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
  const lines = () =>
    [...page.querySelectorAll(".pf-files li")].map(
      (line) => line.querySelector("output")?.textContent ?? line.firstChild?.textContent,
    );
  const send = async () => {
    await click(button(page, "提交"));
    await settle();
    return (ports.call as Mock).mock.calls.at(-1)?.[1] as Row;
  };
  return { page, choose, lines, send };
}

it("a list of files checks its items and reports the position of an invalid one", () => {
  const schema = {
    properties: {
      papers: {
        type: "array",
        items: { type: "string" },
        maxItems: 2,
        "x-file": rules,
        "x-label": { zh: "文件", en: "Papers" },
      },
    },
  };
  const { plan, texts } = compileEntity(FILE, JSON.stringify(schema), createEmptyLibrary());
  expect(plan.fields.find(({ name }) => name === "papers")).toMatchObject({
    kind: "files",
    file: rules,
    item: { kind: "file", file: rules },
  });
  expect(plan.list.import?.fields ?? []).not.toContain("papers");
  const entity = hydrate(plan, texts, compileValidator(plan.schema));
  const said = (value: unknown) =>
    entity.check({ papers: value }, { lang: "en" }).errors.map(({ at, code }) => `${at} ${code}`);
  expect([said(["a", "b"]), said(["a", "a"]), said(["a", "b", "c"]), said([7])]).toEqual([
    [],
    ["/papers uniqueItems"],
    ["/papers maxItems"],
    ["/papers/0 type"],
  ]);
});

it("uploads each of several chosen files, removes one and submits the IDs", async () => {
  let next = 0;
  const upload = vi.fn(async (file: File) => ({ id: `f${(next += 1)}`, name: file.name, size: 1 }));
  const { page, choose, lines, send } = await open(portsOf({ upload }));
  await choose("a.pdf", "b.pdf");
  await settle();
  expect([lines(), upload.mock.calls.length]).toEqual([["a.pdf", "b.pdf"], 2]);
  await choose("c.exe");
  await settle();
  expect([lines()[2], upload.mock.calls.length]).toEqual([expect.stringContaining("c.exe: "), 2]);
  expect(control(page, "papers").disabled).toBe(true);
  await click(button(page, "取消 c.exe"));
  await click(button(page, "删除 a.pdf"));
  expect(await send()).toMatchObject({ papers: ["f2"] });
});

it("retries a failed upload, and keeps the files of a stored record", async () => {
  const upload = vi.fn(async (file: File) => ({ id: "f9", name: file.name, size: 1 }));
  upload.mockRejectedValueOnce({ message: "no line" });
  const { page, choose, lines, send } = await open(portsOf({ upload }), { id: "1", papers: ["f1"] });
  await choose("d.pdf");
  await settle();
  expect(lines()).toEqual(["已上传", "d.pdf: no line"]);
  await click(button(page, "重试 d.pdf"));
  await settle();
  expect(lines()).toEqual(["已上传", "d.pdf"]);
  expect(await send()).toMatchObject({ papers: ["f1", "f9"] });
});
