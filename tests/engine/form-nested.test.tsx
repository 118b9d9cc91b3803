// @vitest-environment happy-dom
/** A form of nested objects: each in a titled frame that rjsf's object field draws, submitted and loaded as a document. */
import { afterEach, expect, it, vi } from "vitest";
import { createEmptyLibrary } from "@portolan/engine/compiler";
import { useRecord } from "../../src/engine/data/use-record.tsx";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import { compileEntity, compileValidator, hydrate } from "../../src/payments/compiler.ts";
import { button, click, control, mount, portsOf, settle, type } from "./form-fixtures.tsx";
import { FILE } from "./sample.ts";

const text = (zh: string, en: string) => ({ type: "string", maxLength: 40, "x-label": { zh, en } });
const object = (zh: string, en: string, properties: object, required: string[]) => ({
  type: "object",
  "x-label": { zh, en },
  properties,
  required,
});
const geo = object("位置", "Location", { lat: text("纬度", "Latitude"), long: text("经度", "Longitude") }, []);
const address = object("地址", "Address", { country: text("国家", "Country"), city: text("城市", "City"), geo }, [
  "city",
]);
const depot = {
  "x-label": { zh: "仓库", en: "Depot" },
  properties: {
    name: text("名称", "Name"),
    address,
    tax: object("税务", "Tax", { number: text("税号", "Number") }, []),
  },
  required: ["name", "address"],
  "x-show": { "tax.number": "self.address.country == 'CN'" },
  "x-form": { sections: [{ id: "main", fields: ["name", ["address.country", "address.city"], "address.geo", "tax"] }] },
  "x-calls": { create: "POST /depot/add" },
};
const { plan, texts } = compileEntity(FILE, JSON.stringify(depot), createEmptyLibrary());
const entity = hydrate(plan, texts, compileValidator(plan.schema));

let close: () => void = () => undefined;
afterEach(() => close());

const titles = (page: HTMLElement) =>
  [...page.querySelectorAll("fieldset > legend")].map(({ textContent }) => textContent);

it("frames objects within objects, shows one only with a visible field, and submits a nested record", async () => {
  const stored = { id: "1", name: "北仓", address: { country: "CN", city: "宁波" }, tax: { number: "9133" } };
  const call = vi.fn(async () => ({ record: stored }));
  const onDone = vi.fn();
  const { page, unmount } = await mount(<EntityForm entity={entity} onDone={onDone} />, portsOf({ call }));
  close = unmount;
  expect(titles(page)).toEqual(["地址", "位置"]);
  expect(page.querySelector("fieldset fieldset legend")?.textContent).toBe("位置");
  expect([...page.querySelectorAll(".pf-label")].map(({ textContent }) => textContent)).toEqual([
    "名称",
    "国家",
    "城市",
    "纬度",
    "经度",
  ]);
  await type(control(page, "名称"), "北仓");
  await type(control(page, "国家"), "CN");
  expect(titles(page)).toEqual(["地址", "位置", "税务"]);
  await type(control(page, "税号"), "9133");
  await click(button(page, "提交"));
  expect(page.querySelector("[data-summary]")?.textContent).toContain("地址 › 城市");
  expect(control(page, "城市").getAttribute("aria-invalid")).toBe("true");
  await type(control(page, "城市"), "宁波");
  await click(button(page, "提交"));
  await settle();
  expect(call.mock.calls.at(-1)?.slice(0, 2)).toMatchObject([
    { path: "/depot/add" },
    { name: "北仓", address: { country: "CN", city: "宁波" }, tax: { number: "9133" } },
  ]);
  expect(onDone.mock.calls[0]?.[0]).toMatchObject({ "address.city": "宁波", "tax.number": "9133" });
});

it("a record that a page loads is flattened for its detail and its form", async () => {
  const { plan, texts } = compileEntity(
    FILE,
    JSON.stringify({ ...depot, "x-calls": { detail: "GET /depot/detail" } }),
    createEmptyLibrary(),
  );
  const loadable = hydrate(plan, texts, compileValidator(plan.schema));
  const Loaded = () => <output>{String(useRecord(loadable, "1").data?.record["address.city"])}</output>;
  const call = vi.fn(async () => ({ record: { id: "1", address: { city: "宁波" } } }));
  const { page, unmount } = await mount(<Loaded />, portsOf({ call }));
  close = unmount;
  await settle();
  expect(page.textContent).toBe("宁波");
});
