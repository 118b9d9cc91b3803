// @vitest-environment happy-dom
/** Texts of the worksheet, and opening it. */
import { act, useEffect } from "react";
import { expect, it, vi } from "vitest";
import en from "../../src/engine/locales/en/engine.json";
import { EntityImport } from "../../src/engine/import/EntityImport.tsx";
import { VirtualTable } from "../../src/engine/import/VirtualTable.tsx";
import { Worksheet } from "../../src/engine/import/Worksheet.tsx";
import { useImportBatch } from "../../src/engine/import/use-import-batch.tsx";
import type { ImportStorage } from "../../src/engine/import/import-storage.ts";
import type { ImportRow } from "../../src/engine/import/rows.ts";
import type { CallFailure, Row } from "@portolan/engine";
import type { ImportModel } from "../../src/engine/import/use-import.tsx";
import type { AdderProps } from "../../src/engine/model/adder.ts";
import { kindList } from "../../src/engine/kinds/index.ts";
import { call, entityOf, field, mount, portsOf, settle } from "./form-fixtures.tsx";
import { named, press, until } from "./table-fixtures.tsx";

it("labels a row with its number in the spreadsheet, without grouping", async () => {
  const one = field(kindList.text, "payee");
  const entity = entityOf([one]);
  // Formats numbers with digit grouping, like the portal does.
  const ports = portsOf({
    lang: "en",
    t: (key, params = {}) =>
      ((en as Record<string, string>)[key] ?? key).replace(/\{(\w+)\}/g, (_hole, name: string) =>
        typeof params[name] === "number" ? params[name].toLocaleString("en") : String(params[name]),
      ),
  });
  const row = { line: 1234, cells: {}, problems: [], found: {}, duplicateOf: 1230, record: {} };
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

it("mounts few of 10,000 rows, and keeps the focused one", async () => {
  const seen = vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(560);
  const rows = Array.from({ length: 10_000 }, (_row, index) => index);
  const { page, unmount } = await mount(
    <VirtualTable
      rows={rows}
      height={64}
      label="rows"
      columns={1}
      head={null}
      renderRow={(row, at) => (
        <tr key={row} aria-rowindex={at + 2}>
          <td>
            <input aria-label={String(row)} />
          </td>
        </tr>
      )}
    />,
    portsOf(),
  );
  const shown = () =>
    [...page.querySelectorAll("tr[aria-rowindex]")].map((row) => Number(row.getAttribute("aria-rowindex")));
  // Until the code has loaded, the first rows are rendered without virtualization.
  await until(() => shown().length > 0 && page.querySelector("tr[aria-hidden]"));
  expect(page.querySelector("table")!.getAttribute("aria-rowcount")).toBe("10001");
  expect(shown().slice(0, 3)).toEqual([2, 3, 4]);
  expect(shown().length).toBeLessThan(30);
  page.querySelectorAll("input")[1]!.focus();
  const scroller = page.querySelector(".pi-scroll")!;
  await act(async () => {
    scroller.scrollTop = 320_000;
    scroller.dispatchEvent(new Event("scroll"));
  });
  expect(shown().slice(0, 2)).toEqual([3, 4994]);
  expect(shown().length).toBeLessThan(30);
  const heights = [...page.querySelectorAll<HTMLElement>("tr[aria-hidden]")].map((gap) =>
    Number.parseInt(gap.style.height, 10),
  );
  expect(heights.reduce((sum, height) => sum + height, shown().length * 64)).toBe(640_000);
  unmount();
  seen.mockRestore();
});

vi.mock("../../src/engine/import/read-in-worker.tsx", () => ({
  readInWorker: async () => ({
    hash: "new",
    sheets: [{ name: "1", rows: [[{ text: "payee" }], [{ text: "Anna" }]], more: false }],
  }),
}));

it("stays editable when the status of an earlier batch arrives late", async () => {
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
  let late: (map: Row) => void = () => undefined;
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

it("follows a batch whose submission got a proxy's page for an answer, instead of reporting it as failed", async () => {
  const entity = entityOf([field(kindList.text, "payee")], { calls: { import: call("import") } });
  entity.list.import = { fields: ["payee"], maxRows: 10 };
  const status = { fileHash: "new", run: 1, runs: 1, at: "", rows: 1, waiting: 0, done: 1, refused: 0, results: [] };
  const ports = portsOf({
    call: async (_call, { rows } = {}) => {
      if (rows) throw { kind: "broken", code: 502, message: "" } satisfies CallFailure;
      return { batch: status };
    },
  });
  const kept = { batch: () => undefined, storeBatch: vi.fn() };
  let batch: ReturnType<typeof useImportBatch> | undefined;
  function Probe() {
    const own = useImportBatch(entity, kept as unknown as ImportStorage, () => undefined);
    useEffect(() => void (batch = own));
    return null;
  }
  const { unmount } = await mount(<Probe />, ports);
  const file = { fileHash: "new", run: 1, name: "new.csv" };
  await act(async () => batch!.send(file, [{ line: 2, value: { payee: "Anna" } }] as unknown as ImportRow[]));
  await until(() => batch!.status);
  expect([batch!.failure, batch!.status, kept.storeBatch.mock.calls]).toEqual([undefined, status, [[file]]]);
  unmount();
});

it("adds the record that a row names, and uses it in all rows with that name", async () => {
  const target = entityOf([field(kindList.text, "name"), field(kindList.text, "account")], {
    name: "payee",
    key: "id",
    calls: { create: call("create", { method: "POST", path: "/payee" }) },
  });
  const payee = field(kindList.reference, "payeeId", {
    ref: { entity: "payee", label: "{name} {account}", copies: {}, add: { fill: "name" } },
  });
  const entity = entityOf([payee]);
  const ports = portsOf({ entity: async () => target });
  const columns = (["name", "account"] as const).map((by) => ({
    target: { id: by, field: payee, by, reads: payee, names: [by] },
  }));
  const rowOf = (line: number, name: string, account: string) => ({
    line,
    cells: { name: { text: name }, account: { text: account } },
    problems: [{ column: "account", code: "found.none", message: "none" }],
    found: {},
    record: {},
  });
  const rows = [rowOf(2, "Anna", "111"), rowOf(3, "Bert", "222"), rowOf(4, "Anna", "111")];
  const edit = vi.fn();
  const Adder = vi.fn(({ onDone }: AdderProps) => (
    <button type="button" onClick={() => onDone(target, { id: "P1", name: "Anna Li", account: "1***" })}>
      save
    </button>
  ));
  const model = {
    ports,
    entity,
    Adder,
    opened: { columns },
    rows: { all: rows, pending: new Set(), left: new Set(), edit, leave: () => undefined },
  } as unknown as ImportModel;
  const { page, unmount } = await mount(<Worksheet model={model} rows={rows as never} />, ports);
  await press(await until(() => page.querySelector("button.pi-near")));
  expect(Adder.mock.calls[0]![0]).toMatchObject({ entity: "payee", preset: { name: "Anna", account: "111" } });
  await press(named(page, "save"));
  // The masked account stays as the file has it.
  expect(edit.mock.calls).toEqual([
    [[2, 4], "name", "Anna Li"],
    [[2, 4], "account", "111"],
  ]);
  unmount();
});
