/**
 * Rules, conditions, computed values and uniqueness within the rows of a list: compiled, checked, computed and filled
 * in.
 */
import { describe, expect, it } from "vitest";
import { createEmptyLibrary, SchemaErrors } from "@portolan/engine/compiler";
import { LeafNode, ListNode } from "../../src/engine/form-store/nodes.ts";
import { FormStore } from "../../src/engine/form-store/store.ts";
import { computeRecord, isObject, type Row, type Validate } from "@portolan/engine";
import { compileEntity, compileValidator, hydrate } from "../../src/payments/compiler.ts";
import { FILE } from "./sample.ts";

const words = (zh: string, en: string) => ({ "x-label": { zh, en } });
const money = (zh: string, en: string, more: object = {}) => ({
  type: "string",
  format: "decimal",
  "x-currency": "currency",
  ...words(zh, en),
  ...more,
});
const items = {
  type: "object",
  properties: {
    sku: { type: "string", "x-unique": true, ...words("货号", "Item") },
    quantity: { type: "integer", minimum: 1, ...words("数量", "Quantity") },
    price: money("单价", "Price"),
    amount: money("金额", "Amount", { readOnly: true, "x-compute": "round(row.price * row.quantity, self.currency)" }),
    share: {
      type: "string",
      format: "decimal",
      "x-kind": "rate",
      readOnly: true,
      "x-compute": "round(row.amount / self.total, 4)",
      ...words("占比", "Share"),
    },
    reason: { type: "string", ...words("原因", "Reason") },
    note: { type: "string", ...words("说明", "Note") },
    parcels: {
      type: "array",
      ...words("包裹", "Parcels"),
      items: {
        type: "object",
        properties: { pieces: { type: "integer", ...words("件数", "Pieces") } },
        "x-rules": [
          {
            id: "fits",
            at: "pieces",
            assert: "row.pieces <= parent.quantity",
            message: { zh: "多于数量", en: "More than the quantity" },
          },
        ],
      },
    },
  },
  required: ["sku", "quantity", "note"],
  "x-show": { reason: "row.amount > self.limit", note: "row.quantity > 1" },
  "x-require": { reason: "row.amount > 2 * self.limit" },
  "x-rules": [
    { id: "cap", at: "price", max: "self.limit * 3", message: { zh: "单价最高 {limit}", en: "At most {limit}" } },
    {
      id: "even",
      at: "quantity",
      assert: "row.quantity % 2 == 0",
      warns: true,
      message: { zh: "通常成双", en: "Usually pairs" },
    },
  ],
};
const schema = {
  properties: {
    currency: { type: "string", "x-kind": "currency", ...words("币种", "Currency") },
    limit: money("限额", "Limit"),
    lines: { type: "array", minItems: 1, maxItems: 600, items, ...words("明细", "Lines") },
    total: money("合计", "Total", { readOnly: true, "x-compute": "sum(self.lines.map(l, l.amount))" }),
  },
  required: ["currency", "limit", "lines"],
  "x-rules": [
    { id: "all", at: "lines", assert: "self.total <= decimal('100000')", message: { zh: "太多", en: "Too much" } },
  ],
};
const library = { ...createEmptyLibrary(), currencies: { USD: { minorUnits: 2 }, JPY: { minorUnits: 0 } } };
const compile = (more: object = {}) =>
  compileEntity(FILE, JSON.stringify({ ...schema, properties: { ...schema.properties, ...more } }), library);
const { plan, texts } = compile();
const entity = hydrate(plan, texts, compileValidator(plan.schema));
const record = (lines: Row[], more: Row = {}): Row => ({ currency: "USD", limit: "100", lines, ...more });
const said = (row: Row, side: "browser" | "server" = "server") =>
  entity.check(row, { lang: "en", side }).errors.map(({ at, code }) => `${at} ${code}`);

describe("validation of rows", () => {
  it("computes in the row, then over the rows, then in the row again", () => {
    const computed = computeRecord(
      entity,
      record([{ quantity: 3, price: "10.005" }, { quantity: 1, price: "9.985" }, { quantity: 2 }]),
    );
    expect(computed).toEqual({
      lines: [
        { quantity: 3, price: "10.005", amount: "30.02" },
        { quantity: 1, price: "9.985", amount: "9.99" },
        { quantity: 2 },
      ],
    });
    expect(
      computeRecord(
        entity,
        record([
          { quantity: 3, price: "10" },
          { quantity: 1, price: "10" },
        ]),
      ),
    ).toMatchObject({
      total: "40.00",
      lines: [
        { amount: "30.00", share: "0.75" },
        { amount: "10.00", share: "0.25" },
      ],
    });
    expect(computeRecord(entity, { ...record([{ quantity: 3, price: "10.4" }]), currency: "JPY" })).toMatchObject({
      lines: [{ amount: "31" }],
    });
  });
  it("hides, requires and limits fields by values of the row and of the record", () => {
    const row = { sku: "a", quantity: 1, price: "1" };
    expect(said(record([row]))).toEqual([]);
    expect(said(record([{ ...row, quantity: 2 }]))).toEqual(["/lines/0/note required"]);
    expect(
      said(
        record([
          { ...row, price: "201" },
          { ...row, sku: "b", price: "301" },
        ]),
      ),
    ).toEqual(["/lines/0/reason required", "/lines/1/reason required", "/lines/1/price cap"]);
    const { value } = entity.check(record([{ ...row, reason: "why", note: "n" }]), { lang: "en" });
    expect(value["lines"]).toEqual([{ ...row, price: "1.00" }]);
    expect(entity.check(record([{ ...row, price: "301" }]), { lang: "zh" }).errors[1]?.message).toBe("单价最高 300.00");
  });
  it("rejects a value that occurs in two rows, and reads the outer row from a list in a list", () => {
    const row = { sku: "a", quantity: 1 };
    expect(said(record([row, { ...row, sku: "b" }, row]))).toEqual(["/lines/2/sku unique"]);
    expect(said(record([{ ...row, parcels: [{ pieces: 1 }, { pieces: 2 }] }]))).toEqual([
      "/lines/0/parcels/1/pieces fits",
    ]);
  });
  it("skips rules of a row whose value is malformed, and validates the others", () => {
    expect(
      said(
        record([
          { sku: "a", quantity: 1, price: "x" },
          { sku: "b", quantity: 1, price: "301" },
        ]),
      ),
    ).toEqual(["/lines/0/price format", "/lines/1/reason required", "/lines/1/price cap"]);
    expect(entity.check(record([{ sku: "a", quantity: 3, note: "n" }]), { lang: "en" }).warnings).toMatchObject([
      { at: "/lines/0/quantity", code: "even" },
    ]);
  });
});

describe("a schema with rules of rows", () => {
  const rows = (more: object) => ({ lines: { ...schema.properties.lines, items: { ...items, ...more } } });
  const rulesOf = (more: object) => {
    try {
      compile(more);
      return [];
    } catch (error) {
      if (!(error instanceof SchemaErrors)) throw error;
      return error.findings.map(({ rule, suggestion }) => [rule, suggestion]);
    }
  };
  it("is rejected when it reads a field that the row does not have", () => {
    // The ledger is validated per record, so `x-ledger` belongs on a sum over the rows.
    expect(
      rulesOf(
        rows({ properties: { ...items.properties, amount: { ...items.properties.amount, "x-ledger": "card" } } }),
      ),
    ).toEqual([["ledger-in-rows", undefined]]);
    expect(rulesOf(rows({ "x-show": { reson: "true" } }))).toEqual([["unknown-field", "reason"]]);
    expect(rulesOf(rows({ "x-show": { reason: "row.amont > 1" } }))).toEqual([["bad-expression", "amount"]]);
    expect(rulesOf(rows({ "x-show": { reason: "parent.quantity > 1" } }))).toEqual([["bad-expression", undefined]]);
    expect(rulesOf({ total: money("合计", "Total", { readOnly: true, "x-compute": "row.amount" }) })[0]?.[0]).toBe(
      "bad-expression",
    );
  });
  it("is rejected when it is circular through rows", () => {
    const total = money("合计", "Total", { readOnly: true, "x-compute": "sum(self.lines.map(l, l.share))" });
    expect(rulesOf({ total })).toEqual([
      ["computed-circle", undefined],
      ["computed-circle", undefined],
    ]);
  });
});

describe("a form with rows", () => {
  const open = (lines: Row[], more: Row = {}) => {
    const store = new FormStore(entity, { lang: "en", initial: record(lines, more) });
    const list = store.root.child("lines");
    if (!(list instanceof ListNode)) throw new Error("lines is a list");
    const cell = (row: number, name: string) => {
      const node = list.rows[row]?.child(name);
      if (!(node instanceof LeafNode)) throw new Error(`${name} is a single value`);
      return node;
    };
    return { store, list, cell };
  };
  it("shows, requires and computes fields in the row whose value changes", () => {
    const { store, cell } = open([
      { sku: "a", quantity: 1, price: "10" },
      { sku: "b", quantity: 1, price: "10" },
    ]);
    expect([cell(0, "amount").value, cell(0, "reason").view.shown]).toEqual(["10.00", false]);
    store.set(cell(0, "price"), "250");
    expect([cell(0, "amount").value, cell(0, "reason").view.shown, cell(0, "reason").view.demanded]).toEqual([
      "250.00",
      true,
      true,
    ]);
    expect([cell(1, "reason").view.shown, store.record()["total"], cell(1, "share").value]).toEqual([
      false,
      "260.00",
      "0.0385",
    ]);
    store.set(cell(1, "quantity"), 2);
    expect(cell(1, "note").view).toMatchObject({ shown: true, demanded: true });
    store.submit();
    expect(store.listFailing().map((node) => node.id)).toEqual(["f.lines.r1.reason", "f.lines.r2.note"]);
    store.set(cell(0, "price"), "301");
    expect(cell(0, "price").view.error).toBe("At most 300.00");
    store.set(store.leaf("limit"), "1000");
    expect([cell(0, "price").view.error, cell(0, "reason").view.shown]).toEqual([undefined, false]);
    expect(store.buildOutgoing(store.submit().verdict.value)["lines"]).toEqual([
      { sku: "a", quantity: 1, price: "301.00", parcels: [], amount: "301.00", share: "0.9377" },
      { sku: "b", quantity: 2, price: "10.00", parcels: [], amount: "20.00", share: "0.0623" },
    ]);
  });
  it("has the errors of a full validation after any change in a row", () => {
    const { store, list, cell } = open(
      Array.from({ length: 12 }, (_, index) => ({
        sku: `s${index % 11}`,
        quantity: (index % 4) + 1,
        price: `${index * 40}`,
      })),
    );
    store.submit();
    const whole = () => {
      const copy: Row = JSON.parse(JSON.stringify(store.record()));
      return entity.check(copy, { lang: "en", side: "browser" });
    };
    const steps: (() => void)[] = [
      () => store.set(cell(3, "price"), "bad", true),
      () => store.set(cell(5, "sku"), "s1"),
      () => store.set(store.leaf("currency"), "JPY"),
      () => (list.move(3, 0), store.rowsChanged(list)),
      () => store.set(store.leaf("limit"), "10"),
      () => (list.remove(1), store.rowsChanged(list)),
      () => store.set(cell(0, "price"), "5"),
      () => store.set(store.leaf("currency"), "USD"),
      () => (list.rows.slice(1).forEach(() => list.remove(1)), store.rowsChanged(list)),
      () => (list.remove(0), store.rowsChanged(list)),
    ];
    for (const [index, step] of steps.entries()) {
      step();
      expect(store.submit().verdict, `step ${index}`).toEqual(whole());
    }
  });

  it("validates and computes only the changed one of 500 rows", () => {
    const { share: _share, ...properties } = items.properties;
    const { plan, texts } = compile({ lines: { ...schema.properties.lines, items: { ...items, properties } } });
    const validate = compileValidator(plan.schema);
    const checked: number[] = [];
    const counting: Validate = (data) => {
      checked.push(isObject(data) && Array.isArray(data["lines"]) ? data["lines"].length : 0);
      const valid = validate(data);
      counting.errors = validate.errors ?? null;
      return valid;
    };
    const store = new FormStore(hydrate(plan, texts, counting), {
      lang: "en",
      initial: record(Array.from({ length: 500 }, (_, index) => ({ sku: `s${index}`, quantity: 1, price: "1" }))),
    });
    const list = store.root.child("lines");
    const price = list instanceof ListNode ? list.rows[250]?.child("price") : undefined;
    if (!(price instanceof LeafNode)) throw new Error("price is a single value");
    store.submit();
    store.set(price, "2");
    expect([checked, store.record()["total"]]).toEqual([[500, 1], "501.00"]);
  });
});
