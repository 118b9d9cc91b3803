// @vitest-environment happy-dom
/** The worksheet's words. */
import { expect, it } from "vitest";
import en from "../../locales/en/engine.json";
import { Worksheet } from "../../src/engine/import/Worksheet.tsx";
import type { ImportModel } from "../../src/engine/import/use-import.tsx";
import { kindList } from "../../src/engine/kinds/index.ts";
import { entityOf, field, mount, portsOf } from "./form-fixtures.tsx";

it("calls a row by its number as the file's program writes it: without groups", async () => {
  const one = field(kindList.text, "payee");
  const entity = entityOf([one]);
  // As the portal fills words: numbers are written in groups.
  const ports = portsOf({ lang: "en", word: (key, params = {}) => ((en as Record<string, string>)[key] ?? key).replace(/\{(\w+)\}/g, (_hole, name: string) => (typeof params[name] === "number" ? params[name].toLocaleString("en") : String(params[name]))) });
  const row = { line: 1234, cells: {}, problems: [], found: {}, twin: 1230, record: {} };
  const model = { ports, entity, opened: { columns: [{ target: { id: "payee", field: one, reads: one } }] }, rows: { pending: new Set(), left: new Set(), edit: () => undefined, leave: () => undefined } } as unknown as ImportModel;
  const { page, unmount } = await mount(<Worksheet model={model} rows={[row] as never} />, ports);
  expect(page.textContent).toContain("Same as row 1230");
  expect(page.textContent).toContain("Leave out row 1234");
  expect([...page.querySelectorAll("input")].map((input) => input.getAttribute("aria-label")).join()).toContain("row 1234");
  unmount();
});
