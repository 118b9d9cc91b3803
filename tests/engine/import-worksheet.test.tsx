// @vitest-environment happy-dom
/** The worksheet's words, and the way to it. */
import { expect, it, vi } from "vitest";
import en from "../../locales/en/engine.json";
import { EntityImport } from "../../src/engine/import/EntityImport.tsx";
import { Worksheet } from "../../src/engine/import/Worksheet.tsx";
import type { ImportModel } from "../../src/engine/import/use-import.tsx";
import { kindList } from "../../src/engine/kinds/index.ts";
import { call, entityOf, field, mount, portsOf, settle } from "./form-fixtures.tsx";
import { until } from "./table-fixtures.tsx";

it("calls a row by its number as the file's program writes it: without groups", async () => {
  const one = field(kindList.text, "payee");
  const entity = entityOf([one]);
  // As the portal fills words: numbers are written in groups.
  const ports = portsOf({
    lang: "en",
    word: (key, params = {}) =>
      ((en as Record<string, string>)[key] ?? key).replace(/\{(\w+)\}/g, (_hole, name: string) =>
        typeof params[name] === "number" ? params[name].toLocaleString("en") : String(params[name]),
      ),
  });
  const row = { line: 1234, cells: {}, problems: [], found: {}, twin: 1230, record: {} };
  const model = {
    ports,
    entity,
    opened: { columns: [{ target: { id: "payee", field: one, reads: one } }] },
    rows: { pending: new Set(), left: new Set(), edit: () => undefined, leave: () => undefined },
  } as unknown as ImportModel;
  const { page, unmount } = await mount(<Worksheet model={model} rows={[row] as never} />, ports);
  expect(page.textContent).toContain("Same as row 1230");
  expect(page.textContent).toContain("Leave out row 1234");
  expect([...page.querySelectorAll("input")].map((input) => input.getAttribute("aria-label")).join()).toContain(
    "row 1234",
  );
  unmount();
});

vi.mock("../../src/engine/import/read-in-worker.tsx", () => ({
  readInWorker: async () => ({
    hash: "new",
    sheets: [{ name: "1", rows: [[{ text: "payee" }], [{ text: "Anna" }]], more: false }],
  }),
}));

it("stays in the hands of the person when an earlier batch says late how it stands", async () => {
  localStorage.setItem("import.u1.thing", JSON.stringify({ fileHash: "old", run: 1, name: "old.csv" }));
  const entity = entityOf([field(kindList.text, "payee")], {
    list: {
      columns: [],
      search: [],
      filters: { primary: [], more: [] },
      sort: [],
      sums: [],
      views: [],
      export: false,
      bulk: [],
      import: { fields: ["payee"], maxRows: 10 },
    },
    calls: { import: call("import") },
  });
  let late: (map: object) => void = () => undefined;
  const ports = portsOf({
    call: async (_call, body = {}) => {
      if (body["fileHash"] === "old") return new Promise((resolve) => (late = resolve));
      return body["check"] ? { rows: [{ line: 2, found: {}, errors: [] }] } : {};
    },
  });
  const { page, unmount } = await mount(<EntityImport entity={entity} title="Import" />, ports);
  const input = await until(() => page.querySelector<HTMLInputElement>("input[type=file]"));
  Object.defineProperty(input, "files", { value: [new File(["x"], "new.csv")] });
  input.dispatchEvent(new Event("change", { bubbles: true }));
  await until(() => page.querySelector(".pi-counts"));
  late({
    batch: {
      fileHash: "old",
      run: 1,
      runs: 1,
      at: "2026-11-21T00:00:00Z",
      rows: 1,
      waiting: 0,
      done: 1,
      refused: 0,
      results: [],
    },
  });
  await settle();
  expect(page.textContent).not.toContain("old.csv");
  expect(page.textContent).toContain("new.csv");
  unmount();
  localStorage.clear();
});
