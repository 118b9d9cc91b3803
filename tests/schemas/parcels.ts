/** A small product with parcels, for tests of schema changes. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileSchemas } from "../../server/payments/schemas.ts";

/** Returns a text in both languages. */
export const both = (en: string, zh = `${en} 中`) => ({ zh, en });

/** Schemas for parcels with everything that a change may affect, plus a call and a page. */
const product = () => ({
  parcel: {
    $schema: "../meta/entity.schema.json",
    "x-entity": { name: "parcel", source: "store", key: "no", number: "PC", menu: "parcels" } as Record<
      string,
      unknown
    >,
    "x-label": both("Parcel"),
    type: "object",
    properties: {
      no: { type: "string", "x-kind": "identifier", readOnly: true, "x-label": both("Number") },
      note: { type: "string", maxLength: 20, "x-label": both("Note"), "x-aliases": ["Memo"] },
      code: { type: "string", pattern: "^[A-Z]{2,4}$", "x-label": both("Code"), examples: ["ABC"] },
      price: {
        type: "string",
        format: "decimal",
        "x-currency": "CNY",
        formatMinimum: "10",
        "x-label": both("Price"),
        examples: ["12.00"],
      },
      size: {
        type: "string",
        "x-label": both("Size"),
        "x-options": { S: { label: both("Small") }, L: { label: both("Large") } },
      },
      gate: { type: "string", "x-label": both("Gate"), "x-options": { list: "gate" } },
      slip: {
        type: "string",
        "x-label": both("Slip"),
        "x-file": { accept: [".pdf", ".png"], maxBytes: "constants.most", purpose: "slip" },
      },
      goods: {
        type: "array",
        "x-label": both("Goods"),
        maxItems: 3,
        items: {
          type: "object",
          properties: { what: { type: "string", maxLength: 9, "x-label": both("What") } },
          required: ["what"],
        },
      },
      status: { type: "string", "x-kind": "status", readOnly: true, "x-label": both("Status") },
      total: {
        type: "string",
        format: "decimal",
        "x-currency": "CNY",
        readOnly: true,
        "x-compute": "self.price + self.price",
        "x-label": both("Total"),
      },
      reason: { type: "string", maxLength: 40, readOnly: true, "x-label": both("Reason") },
      createdAt: { type: "string", format: "date-time", readOnly: true, "x-label": both("Created") },
    } as Record<string, Record<string, unknown>>,
    required: ["code", "price"],
    "x-rules": [
      { id: "notTooDear", at: "price", assert: "self.price <= decimal('1000')", message: both("Too dear") },
      { id: "odd", at: "code", assert: "self.code != 'XX'", warns: true, message: both("An odd code") },
    ] as Record<string, unknown>[],
    "x-gates": [{ unless: "user.certified", message: "authenticateFirst" }] as object[],
    "x-show": {} as Record<string, string>,
    "x-require": { note: "self.size == 'L'" } as Record<string, string>,
    "x-lifecycle": {
      field: "status",
      frozen: ["price", "size"],
      states: {
        open: { label: both("Open"), tone: "info" },
        sent: { label: both("Sent"), tone: "info" },
        gone: { label: both("Gone"), tone: "neutral", final: true },
      } as Record<string, Record<string, unknown>>,
      transitions: [
        { on: "post", label: both("Post"), from: null, to: "open", by: "merchant" },
        { on: "send", label: both("Send"), from: "open", to: "sent", by: "merchant" },
        {
          on: "stop",
          label: both("Stop"),
          from: ["open", "sent"],
          to: "gone",
          by: "merchant",
          needs: ["reason"],
          notify: true,
        },
      ] as Record<string, unknown>[],
    },
    "x-form": {
      sections: [{ id: "all", label: both("All"), fields: ["code", "note", "price", "size", "gate", "slip", "goods"] }],
    },
    "x-list": {
      columns: ["no", "code", "note", "price", "status", "createdAt"],
      search: ["no"],
      filters: { primary: ["status"], more: ["size"] },
      sort: "-createdAt",
      sums: ["price"],
      groups: ["status"],
      export: true,
      bulk: ["send"],
      import: { fields: ["code", "note"], maxRows: 50 },
      views: [{ id: "fresh", label: both("Fresh"), where: { status: ["open"] } }],
    } as Record<string, unknown>,
    "x-receipt": { fields: ["no", "code", "price"] } as Record<string, unknown> | undefined,
    "x-calls": {
      create: { http: "POST /parcel/new", event: "post" },
      list: "GET /parcel/list",
      import: "POST /parcel/file",
      update: { http: "POST /parcel/edit", stepUp: "pay", guards: ["price"] },
      moves: { http: "POST /parcel/move", event: ["send", "stop"] },
    } as Record<string, unknown>,
  },
  gate: {
    $schema: "../meta/entity.schema.json",
    "x-entity": { name: "gate", source: "data", key: "code" },
    "x-label": both("Gate"),
    type: "object",
    properties: { code: { type: "string", "x-kind": "identifier", "x-label": both("Code") } },
  },
  ask: {
    $schema: "../meta/call.schema.json",
    http: "GET /parcel/ask",
    access: "session",
    blob: false,
    request: {
      type: "object",
      properties: { number: { type: "string", "x-kind": "identifier", "x-label": both("Number") } },
      "x-form": { sections: [{ id: "ask", fields: ["number"] }], submit: both("Ask"), said: both("Asked") },
    },
    response: {
      type: "object",
      properties: { found: { type: "boolean" }, mood: { type: "string", enum: ["good", "bad"] } },
      required: ["found"],
    },
  } as Record<string, any>,
  pages: [
    {
      path: "/parcels",
      id: "R1",
      label: both("Parcels"),
      menu: "parcels",
      access: "session",
      tabs: [
        { id: "all", label: both("All"), entity: "parcel", show: "list" },
        { id: "new", label: both("New"), entity: "parcel", show: "create" },
      ],
    },
    { path: "/ask", id: "R2", label: both("Ask"), access: "session", call: "ask" },
  ] as Record<string, any>[],
  constants: {
    $schema: "./meta/constants.schema.json",
    most: { id: "K1", value: 1000, unit: "bytes", source: "here" },
  } as Record<string, any>,
  contexts: {
    $schema: "./meta/contexts.schema.json",
    user: { call: "ask", types: { certified: "bool" }, guess: ["certified"] },
    channel: { call: "ask", types: { most: "Decimal" } },
  } as Record<string, any>,
  gates: [{ code: "A1" }, { code: "A2" }],
});
export type Product = ReturnType<typeof product>;

/** Compiles the product after an edit. */
export function compiled(edit: (product: Product) => void = () => undefined) {
  const made = product();
  edit(made);
  const json = (value: unknown) => JSON.stringify(value, undefined, 1);
  const files = {
    "entities/parcel": made.parcel,
    "entities/gate": made.gate,
    "calls/ask": made.ask,
    "data/gate": made.gates,
    "data/currency": [
      { code: "CNY", minorUnits: 2 },
      { code: "JPY", minorUnits: 0 },
    ],
    pages: made.pages,
    constants: made.constants,
    contexts: made.contexts,
  };
  // The folder must exist, although all of its files come from the overlay.
  const home = mkdtempSync(join(tmpdir(), "portolan-parcels-"));
  const folder = join(home, "schemas");
  mkdirSync(folder);
  try {
    return compileSchemas(
      folder,
      Object.fromEntries(Object.entries(files).map(([path, value]) => [`schemas/${path}.json`, json(value)])),
    );
  } finally {
    rmSync(home, { recursive: true });
  }
}
