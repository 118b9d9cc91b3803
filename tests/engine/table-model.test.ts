// @vitest-environment happy-dom
/** List logic without rendering: sorting, columns, selection, bulk plans, exports of a selection, and views. */
import fc from "fast-check";
import { reuseRows, toLoaded } from "../../src/engine/data/list-parts.tsx";
import { describe, expect, it } from "vitest";
import { createEmptyQuery, type Field, parseQuery, type Row } from "@portolan/engine";
import { loadSelectedRows, prepareBulk, sumRows } from "../../src/engine/operation/bulk.ts";
import { prepareFile } from "../../src/engine/operation/use-bulk.tsx";
import { listBulkActions } from "../../src/engine/operation/bulk-actions.ts";
import {
  listChosenColumns,
  countDecimals,
  pickFewColumns,
  moveName,
  listOfferedColumns,
  readColumns,
} from "../../src/engine/cells/columns.ts";
import { kind as kindOf } from "../../src/payments/runtime.ts";
import { listColumn } from "../../src/engine/cells/cell.tsx";
import { exportChoice } from "../../src/engine/table/ExportForm.tsx";
import { readViews, formatView, replaceView } from "../../src/engine/table/saved-views.ts";
import { type Chosen, countSelected, Selection } from "../../src/engine/operation/selection.ts";
import {
  COVERED_LENGTHS,
  measureColumn,
  estimateWidth,
  measureHead,
  type Span,
} from "../../src/engine/table/column-span.tsx";
import { fitColumns } from "../../src/engine/table/fit-columns.tsx";
import { maskStyles } from "../../src/engine/entity/masking.ts";
import { buildCssWidths } from "../../src/engine/table/column-widths.tsx";
import { clickSort, createSortingOptions } from "../../src/engine/table/sorting.tsx";
import { RowSelection } from "../../src/engine/table/use-row-selection.tsx";
import { id, orders, rowsOf, shopOf, tableOf } from "./table-fixtures.tsx";

const signal = new AbortController().signal;

it("a header is as wide as its longest word, and Chinese breaks after three characters", () => {
  expect(measureHead("")).toBe(0);
  expect(measureHead("币种")).toBeLessThan(measureHead("开户状态"));
  expect(measureHead("银行所在国家")).toBe(measureHead("手续费"));
  expect(measureHead("Currency")).toBe(measureHead("Account currency"));
  expect(measureHead("Currency")).toBeGreaterThan(measureHead("Fee"));
});

it("a text column shrinks, and an amount column is as wide as its longest value", () => {
  const span = (name: string, rows: Row[] = []) =>
    measureColumn(listColumn(orders(), orders().field(name), "zh"), "", rows, {});
  expect(span("payee").least).toBeLessThan(span("payee").width);
  expect(span("amount").least).toBeUndefined();
  const wide = span("amount", [{ amount: "1.00" }, { amount: "20000000000.00" }]);
  expect(wide.width).toBeGreaterThan(span("amount", [{ amount: "1.00" }]).width);
  expect(wide.least).toBeUndefined();
  // Short texts take the width they need and leave the rest to long ones.
  expect(span("payee", [{ payee: "张建国" }]).least).toBeUndefined();
  expect(span("payee", [{ payee: "张建国" }]).width).toBeLessThan(span("payee").least!);
  const [short, long] = [{ payee: "张建国" }, { payee: "青岛东海国际货运代理有限公司" }];
  expect(span("payee", [short, long])).toEqual(span("payee", [long]));
  // Rows need no check where the longest text fits, and one where it may wrap.
  expect(span("payee", [short]).longest).toBe(span("payee", [short]).width);
  expect(span("payee", [long]).longest).toBeGreaterThan(span("payee", [long]).least!);
  // The texts of states and of a row count fit on one line.
  expect(span("status", [{ status: "gone" }]).least).toBeUndefined();
  expect(estimateWidth("已撤销")).toBeLessThan(span("status", [{ status: "gone" }]).width);
});

it("rates of a column have equal decimals, amounts those of their currency, and an unset checkbox its default", () => {
  const entity = orders();
  const as = (kind: string, schema = {}) => ({ ...entity.field("reason"), kind: kindOf(kind), schema });
  const column = (field: Field, values: unknown[]) => {
    const rows = values.map((reason) => ({ reason }));
    return rows.map((row) =>
      listColumn(entity, field, "zh", { decimals: countDecimals(field, rows) }).formatText(row, {}),
    );
  };
  expect(column(as("rate"), ["7.1", "7.12345", undefined])).toEqual(["7.10000", "7.12345", ""]);
  expect(column(as("rate"), ["7.1"])).toEqual(["7.1000"]);
  expect(column(as("fee-rate"), ["0.001", "0.0025"])).toEqual(["0.10%", "0.25%"]);
  expect(countDecimals(entity.field("amount"), [{ amount: "1.00" }])).toBeUndefined();
  expect(column(as("yes-no", { type: "boolean", default: false }), [undefined, true, false])).toEqual([
    "否",
    "是",
    "否",
  ]);
  expect(column(as("yes-no", { type: "boolean" }), [undefined, true])).toEqual(["", "是"]);
});

describe("a click on a header", () => {
  /** Returns the sort order after each click, starting with `sort`; `+` holds Shift. */
  async function clicks(sort: string[], ...names: string[]): Promise<string[][]> {
    const at = await tableOf([], sort);
    const orders: string[][] = [];
    for (const name of names) {
      await at.do((table) =>
        clickSort(table.getColumn(name.replace("+", ""))!, at.order().length > 1, name.startsWith("+")),
      );
      orders.push(at.order());
    }
    at.unmount();
    return orders;
  }
  it("sorts, reverses, and then restores the entity's own order", async () => {
    expect(await clicks([], "payee", "payee", "payee", "amount")).toEqual([
      ["payee"],
      ["-payee"],
      ["-createdAt"],
      ["-amount"],
    ]);
  });
  it("never gets stuck on the column of the entity's own order", async () => {
    expect(await clicks([], "createdAt", "createdAt")).toEqual([["createdAt"], ["-createdAt"]]);
    const asked: string[][] = [];
    const { sorting, ...options } = createSortingOptions(["createdAt"], ["createdAt"], (terms) => asked.push(terms));
    expect([sorting, options.enableSortingRemoval]).toEqual([[{ id: "createdAt", desc: false }], false]);
    options.onSortingChange([]);
    expect(asked).toEqual([[]]);
  });
  it("with Shift adds up to four columns, reverses one, removes it", async () => {
    expect(await clicks([], "+amount", "+amount", "+amount")).toEqual([
      ["-createdAt", "-amount"],
      ["-createdAt", "amount"],
      ["-createdAt"],
    ]);
    const four = ["payee", "amount", "status", "orderNo"];
    expect(await clicks(four, "+createdAt")).toEqual([four]);
  });
  it("on one of several sorted columns sorts by it alone", async () => {
    expect(await clicks(["payee", "amount"], "amount")).toEqual([["-amount"]]);
  });
});

describe("columns", () => {
  const entity = orders();
  const columns = entity.list.columns;
  it("are the schema's until the user chooses among all permitted ones", () => {
    expect(listChosenColumns(entity, columns, { kept: undefined, link: null })).toBe(columns);
    expect(listOfferedColumns(entity, columns)).toEqual([...columns, "fee", "reason"]);
  });
  it("survive a changed schema: unknown ones disappear, new ones appear in their place", () => {
    const kept = { shown: ["status", "gone", "payee"], known: ["payee", "amount", "status", "gone"] };
    expect(listChosenColumns(entity, columns, { kept: kept, link: null })).toEqual([
      "status",
      "createdAt",
      "payee",
      "orderNo",
    ]);
  });
  it("of a link override the user's, without unknown names", () => {
    const kept = { shown: ["payee"], known: columns };
    expect(listChosenColumns(entity, columns, { kept: kept, link: "fee,nope,secret,orderNo,fee" })).toEqual([
      "fee",
      "orderNo",
    ]);
    expect(listChosenColumns(entity, columns, { kept: kept, link: "nope" })).toEqual(["payee"]);
    expect(listChosenColumns(entity, columns, { kept: { shown: ["nope"], known: columns }, link: null })).toEqual(
      columns,
    );
  });
  it("are few on a tablet: the first and those of a card, including the state, until the user chooses", () => {
    const few = pickFewColumns(entity, ["reason", ...columns, "fee"]);
    expect(few).toEqual(["reason", "payee", "amount", "status", "orderNo"]);
    expect(listChosenColumns(entity, columns, { kept: undefined, link: null, usual: few })).toBe(few);
    expect(
      listChosenColumns(entity, columns, { kept: { shown: ["fee"], known: columns }, link: null, usual: few }),
    ).toEqual(["fee"]);
  });
  it("are hidden on narrow screens: unsorted dates first, then from the end, what the list is sorted by last", () => {
    const own = ["orderNo", "payee", "amount", "fee", "reason", "status", "createdAt"];
    const fit = (room: number) => fitColumns(entity, own, { lang: "en", room });
    expect(fit(4_000)).toBe(own);
    expect(fit(0)).toEqual(["orderNo", "payee", "amount", "status"]);
    const gone = ["createdAt", "fee", "reason"];
    const order: string[] = [];
    for (let room = 4_000; room > 0; room -= 10)
      order.push(...gone.filter((name) => !fit(room).includes(name) && !order.includes(name)));
    expect(order).toEqual(gone.toReversed());
    // Rows that need more than the estimate take the room of a further column.
    const room = Array.from({ length: 400 }, (_each, index) => index * 10).find((each) => fit(each) === own) ?? 0;
    const rows: Row[] = [
      { payee: "Qingdao Donghai International Freight Forwarding Company Limited".repeat(2), amount: "20000000000.00" },
    ];
    expect(fitColumns(entity, own, { lang: "en", room, page: { rows, labels: {} } })).toEqual(
      own.filter((name) => name !== "reason"),
    );
  });
  it("are restored only from stored settings of the right shape", () => {
    expect([
      readColumns(undefined),
      readColumns("x"),
      readColumns({ shown: [1], known: [] }),
      readColumns({ shown: ["a"] }),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });
  it("move without losing any", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { minLength: 1 }),
        fc.integer({ min: -2, max: 12 }),
        fc.integer({ min: -2, max: 12 }),
        (names, from, to) => {
          expect(moveName(names, from, to).toSorted()).toEqual(names.toSorted());
        },
      ),
    );
  });
});

describe("widths", () => {
  it("shrink one after the other, and leave spare space to those that grow", () => {
    const set = (width: number): Span => ({ width, set: true });
    const name: Span = { width: 200, least: 90, turn: 2, grows: true };
    const state: Span = { width: 160, least: 150, turn: 3 };
    expect(buildCssWidths([{ width: 100 }, name, state], 48)).toEqual({
      table: "max(100%, 388px)",
      columns: [
        "100px",
        "calc(200px + clamp(-110px, 100cqi - 508px, 0px) * 1 + max(0px, 100cqi - 508px) * 1)",
        "calc(160px + clamp(-10px, 100cqi - 398px, 0px) * 1)",
      ],
    });
    const two = buildCssWidths([name, { ...name, least: 145 }], 0).columns;
    expect(two.map((one) => /0px\) \* ([\d.]+) /.exec(one)?.[1])).toEqual(["0.6667", "0.3333"]);
    // Without growing columns, those that the user has not resized share the space proportionally. When all are
    // resized, the last one takes it.
    const shares = (...spans: Span[]) =>
      buildCssWidths(spans, 0).columns.map((column) => /\* ([\d.]+)\)$/.exec(column)?.[1] ?? "0");
    expect(shares({ width: 100 }, { width: 300 }, set(200))).toEqual(["0.25", "0.75", "0"]);
    expect(shares(set(100), set(200))).toEqual(["0", "1"]);
  });

  it("of a name and a state fit their longest value on two lines", () => {
    const span = (name: string, ...rows: Row[]) =>
      measureColumn(listColumn(orders(), orders().field(name), "zh"), "", rows, {});
    const least = (payee: string) => span("payee", { payee }).least;
    expect(least("泉州鑫源鞋业有限公司")).toBeGreaterThanOrEqual(24 + 5 * 14);
    expect(least("Waiting for asynchronous result")).toBe(24 + estimateWidth("asynchronous result"));
    expect(least("Donaudampfschifffahrtsgesellschaft")).toBe(240);
    // A Chinese status stays on one line.
    expect(span("status", { status: "waiting" }).least).toBeUndefined();
  });
});

describe("a selection", () => {
  const rows = rowsOf(60);
  const page = (number: number) => rows.slice((number - 1) * 20, number * 20);
  const ticked = (selection: Selection) => countSelected(selection.snapshot(), 60);
  const onPage = (
    selection: Selection,
    number: number,
    last: { current: string | undefined } = { current: undefined },
  ) => new RowSelection(selection, page(number), "orderNo", last);
  it("persists across pages and extends to ranges on one", () => {
    const selection = new Selection("orderNo");
    const last = { current: undefined };
    const [first, second] = [onPage(selection, 1, last), onPage(selection, 2, last)];
    first.toggle(id(2), false);
    first.toggle(id(5), true);
    expect([ticked(selection), first.state, second.state]).toEqual([4, "some", "none"]);
    second.togglePage();
    expect([ticked(selection), first.state, second.state]).toEqual([24, "some", "all"]);
    second.togglePage();
    expect(ticked(selection)).toBe(4);
    // Deselects a range backwards from the row ticked last.
    first.toggle(id(5), false);
    first.toggle(id(3), true);
    expect([2, 3, 4, 5].map((number) => selection.has(id(number)))).toEqual([true, false, false, false]);
    // The row ticked last is on another page.
    second.toggle(id(25), true);
    expect(ticked(selection)).toBe(2);
  });
  it("of all stores only the exceptions", () => {
    const selection = new Selection("orderNo");
    const first = onPage(selection, 1);
    selection.all();
    expect(first.state).toBe("all");
    first.toggle(id(0), false);
    expect([
      selection.has(id(0)),
      selection.has(id(59)),
      ticked(selection),
      countSelected(selection.snapshot(), undefined),
    ]).toEqual([false, true, 59, undefined]);
    first.toggle(id(0), false);
    expect(ticked(selection)).toBe(60);
    selection.clear();
    expect([ticked(selection), first.state]).toEqual([0, "none"]);
  });
  it("equals a plain set after any clicks", () => {
    const act = fc.tuple(fc.nat(59), fc.constantFrom("row", "page", "all", "clear", "drop"));
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        const selection = new Selection("orderNo");
        const model = new Set<number>();
        for (const [number, what] of acts) {
          const at = Math.floor(number / 20) + 1;
          const numbers = page(at).map((row) => rows.indexOf(row));
          if (what === "row") {
            onPage(selection, at).toggle(id(number), false);
            model[model.has(number) ? "delete" : "add"](number);
          }
          if (what === "page") {
            const all = numbers.every((number) => model.has(number));
            onPage(selection, at).togglePage();
            for (const number of numbers) model[all ? "delete" : "add"](number);
          }
          if (what === "all") {
            selection.all();
            for (let one = 0; one < 60; one++) model.add(one);
          }
          if (what === "clear") {
            selection.clear();
            model.clear();
          }
          if (what === "drop") {
            selection.drop([id(number)]);
            model.delete(number);
          }
        }
        expect(rows.flatMap((row, index) => (selection.has(String(row.orderNo)) ? [index] : []))).toEqual(
          [...model].toSorted((a, b) => a - b),
        );
        expect(countSelected(selection.snapshot(), 60)).toBe(model.size);
      }),
    );
  });
});

describe("a bulk action", () => {
  it("is offered to users with its grant", () => {
    const entity = orders();
    expect(
      listBulkActions(entity, () => true).map(({ event, needs, stepUp, from }) => [event, needs, stepUp, [...from]]),
    ).toEqual([
      ["pass", [], "pay", ["waiting"]],
      ["reject", ["reason"], undefined, ["waiting"]],
    ]);
    expect(listBulkActions(entity, () => false)).toEqual([]);
  });
  it("is offered for a GET call that has a POST alias", () => {
    const entity = orders();
    const alias = [{ method: "POST" as const, path: "/order/review" }];
    Object.assign(entity.calls["review"] ?? {}, { method: "GET", alias });
    expect(listBulkActions(entity, () => true).map(({ event }) => event)).toEqual(["pass", "reject"]);
    Object.assign(entity.calls["review"] ?? {}, { alias: [] });
    expect(listBulkActions(entity, () => true)).toEqual([]);
  });
  it("skips records by their state or by the server's decision, and says why", async () => {
    const shop = shopOf(rowsOf(10));
    const [pass] = listBulkActions(shop.entity, () => true);
    // A colleague has already decided number 7, but the list still shows it as waiting.
    const seen = shop.rows.map((row) => ({ ...row }));
    shop.rows[7]!.status = "gone";
    const plan = await prepareBulk({ ports: shop.ports, entity: shop.entity, signal }, pass!, seen);
    // Users know records by party and amount.
    const named = (n: number) => `收款人${n} 1,00${n}.50\u00A0CNY`;
    expect(plan.ready.map((row) => row.orderNo)).toEqual([1, 2, 4, 8].map(id));
    expect(Object.fromEntries(plan.skipped)).toEqual({
      "状态为“已完成”": [0, 3, 6, 9].map(named),
      "状态为“已撤销”": [named(7)],
      makerIsChecker: [named(5)],
    });
    expect(plan.batches).toEqual([{ ids: [1, 2, 4, 8].map(id), stepUp: "pay" }]);
    expect(sumRows(shop.entity, plan.ready)).toEqual({ amount: { CNY: "4017.00" } });
  });
  it("is sent in calls of 200, and pages through the list for all except some", async () => {
    const shop = shopOf(rowsOf(450));
    const rows = (await loadSelectedRows(
      { ports: shop.ports, entity: shop.entity, params: {}, signal },
      { mode: "all", except: new Set([id(1)]) },
    ))!;
    expect(rows).toHaveLength(449);
    const [, reject] = listBulkActions(shop.entity, () => true);
    const plan = await prepareBulk({ ports: shop.ports, entity: shop.entity, signal }, reject!, rows);
    expect(plan.batches.map((batch) => [batch.ids.length, batch.stepUp])).toEqual([
      [200, undefined],
      [99, undefined],
    ]);
  });
  it("names a whole file with its number and sum in one call, if the list shows nothing else", async () => {
    const entity = orders();
    const apply = entity.lifecycle!.transitions.find(({ from }) => from.length === 0)!;
    Object.assign(apply.set, { payee: { reads: ["file.number"] } });
    const rows = rowsOf(450).map((row) => ({ ...row, payee: "FL1-1" }));
    const shop = shopOf(rows, {}, entity);
    const [pass, reject] = listBulkActions(entity, () => true);
    const plan = (params: Row, chosen: Chosen, action = reject!) =>
      prepareFile({ ports: shop.ports, entity, params, signal }, action, chosen);
    const all: Chosen = { mode: "all", except: new Set() };
    const whole = { ids: ["FL1-1"], file: { number: "FL1-1", count: 300 } };
    const body = { payee: "FL1-1", count: 300, sums: { CNY: "1.00" } };
    for (const params of [{ payee: "FL1-1" }, { payee: "=FL1-1", status: "waiting,done", sort: "amount" }])
      expect((await plan(params, all))?.batches).toMatchObject([{ ...whole, file: { body } }]);
    expect((await plan({ payee: "FL1-1" }, all, pass!))?.batches).toMatchObject([{ stepUp: "pay" }]);
    // Narrower lists and selections, and files that fit in one call, are decided record by record.
    const narrow = [
      {},
      { payee: "FL1-1", q: "FL" },
      { payee: "FL1-1", status: "done" },
      { payee: "FL1-1", amount: "2.." },
    ];
    for (const params of narrow) expect(await plan(params, all)).toBeUndefined();
    expect(await plan({ payee: "FL1-1" }, { mode: "all", except: new Set([id(1)]) })).toBeUndefined();
    rows.splice(300);
    expect(await plan({ payee: "FL1-1" }, all)).toBeUndefined();
  });
  it("says why the user may not decide a file", async () => {
    const entity = orders();
    Object.assign(entity.lifecycle!.transitions.find(({ from }) => from.length === 0)!.set, {
      payee: { reads: ["file.number"] },
    });
    const rows = rowsOf(450).map((row) => ({ ...row, payee: "FL1-1", status: "waiting" }));
    const [pass] = listBulkActions(entity, () => true);
    await expect(
      prepareFile({ ports: shopOf(rows, {}, entity).ports, entity, params: { payee: "FL1-1" }, signal }, pass!, {
        mode: "all",
        except: new Set(),
      }),
    ).rejects.toMatchObject({ kind: "refused", message: "makerIsChecker" });
  });
  it("restarts once if its cursor expires", async () => {
    const shop = shopOf(rowsOf(250));
    let lost = 0;
    const losing = (times: number) => ({
      ...shop.ports,
      call: (async (to, body, init) => {
        if (body?.cursor && lost < times) {
          lost += 1;
          throw Object.assign(new Error(""), {
            kind: "refused",
            code: 4000,
            errors: [{ at: "/cursor", code: "cursor", message: "" }],
          });
        }
        return shop.ports.call(to, body, init);
      }) as typeof shop.ports.call,
    });
    expect(
      await loadSelectedRows(
        { ports: losing(1), entity: shop.entity, params: {}, signal },
        { mode: "all", except: new Set() },
      ),
    ).toHaveLength(250);
    await expect(
      loadSelectedRows(
        { ports: losing(9), entity: shop.entity, params: {}, signal },
        { mode: "all", except: new Set() },
      ),
    ).rejects.toMatchObject({ code: 4000 });
  });
  it("accepts at most a thousand records", async () => {
    const shop = shopOf(rowsOf(1_001));
    expect(
      await loadSelectedRows(
        { ports: shop.ports, entity: shop.entity, params: {}, signal },
        { mode: "all", except: new Set() },
      ),
    ).toBeUndefined();
    expect(
      await loadSelectedRows(
        { ports: shop.ports, entity: shop.entity, params: {}, signal },
        { mode: "all", except: new Set([id(0)]) },
      ),
    ).toHaveLength(1_000);
  });
});

describe("the export of a selection", () => {
  const entity = orders();
  const some = (count: number) => ({
    mode: "some" as const,
    rows: new Map(rowsOf(count).map((row) => [String(row.orderNo), row as Row])),
  });
  it("lists the selected or the excluded records as query parameters", () => {
    expect(exportChoice(entity, {}, some(2))).toEqual({ ids: `${id(0)},${id(1)}` });
    expect(exportChoice(entity, {}, { mode: "all", except: new Set() })).toEqual({});
    const choice = exportChoice(entity, {}, { mode: "all", except: new Set([id(3), id(4)]) })!;
    expect(parseQuery(entity, choice, { now: 0 })).toMatchObject({
      ignored: [],
      filters: { orderNo: { style: "is", not: true, values: [id(3), id(4)] } },
    });
  });
  it("is rejected if a URL cannot hold it or a filter would be lost", () => {
    expect(exportChoice(entity, {}, some(5_000))).toBeUndefined();
    expect(exportChoice(entity, { orderNo: "OR" }, { mode: "all", except: new Set([id(3)]) })).toBeUndefined();
  });
});

describe("saved views", () => {
  it("store filters and sort order, not the page", () => {
    expect(formatView(orders(), { ...createEmptyQuery(), q: "a", sort: ["-amount"], page: 7 })).toBe(
      "q=a&sort=-amount",
    );
  });
  it("can be made default, changed and deleted", () => {
    const views = readViews([
      { id: "1", name: "a", query: "", default: true },
      { id: "2", name: "b", query: "q=b" },
      { id: 3 },
      null,
    ]);
    expect(views).toHaveLength(2);
    expect(replaceView(views, "2", { default: true }).map((view) => view.default)).toEqual([undefined, true]);
    expect(replaceView(views, "2", { name: "c" })).toEqual([views[0], { ...views[1], name: "c" }]);
    expect(replaceView(views, "1", undefined)).toEqual([views[1]]);
    expect(readViews("nonsense")).toEqual([]);
  });
});

it("a masked number is as long as its mask", () => {
  const covered = Object.entries(maskStyles).map(([name, cover]) => [name, cover("0".repeat(19)).length]);
  expect(COVERED_LENGTHS).toEqual(Object.fromEntries(covered));
});

it("a reload keeps unchanged records in any order, and replaces the others", () => {
  const page = (list: Row[]) => toLoaded({ list, labels: { bank: { icbc: "工商银行" } } }, "");
  const before = page([
    { orderNo: "1", amount: "10" },
    { orderNo: "2", amount: "20" },
  ]);
  const turned = reuseRows(
    "orderNo",
    before,
    page([
      { orderNo: "2", amount: "20" },
      { orderNo: "1", amount: "10" },
    ]),
  );
  expect(turned.rows[0]).toBe(before.rows[1]);
  expect(turned.rows[1]).toBe(before.rows[0]);
  expect(turned.labels).toBe(before.labels);
  const paid = reuseRows(
    "orderNo",
    before,
    page([
      { orderNo: "1", amount: "11" },
      { orderNo: "2", amount: "20" },
    ]),
  );
  expect(paid.rows).toEqual([
    { orderNo: "1", amount: "11" },
    { orderNo: "2", amount: "20" },
  ]);
  expect(paid.rows[1]).toBe(before.rows[1]);
  const same = reuseRows(
    "orderNo",
    before,
    page([
      { orderNo: "1", amount: "10" },
      { orderNo: "2", amount: "20" },
    ]),
  );
  expect(same.rows).toBe(before.rows);
});
