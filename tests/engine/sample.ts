/**
 * A small entity that uses a bit of everything, and the library it depends on. The keyword examples are inserted into
 * it.
 */
import { createEmptyLibrary, type Library } from "@portolan/engine/compiler";
import { buildHeldLifecycle } from "../../src/payments/effect-keywords/money-examples.ts";

export const FILE = "schemas/entities/sample.json";
const label = (zh: string, en: string) => ({ zh, en });

/** Returns the entity as a plain object. `tested` is the field into which examples of field keywords are inserted. */
export function sample(): Record<string, unknown> & { properties: Record<string, unknown> } {
  return {
    "x-entity": { key: "orderNo" },
    "x-label": label("样例", "Sample"),
    type: "object",
    properties: {
      orderNo: { type: "string", "x-kind": "identifier", readOnly: true, "x-label": label("编号", "Number") },
      title: { type: "string", "x-label": label("标题", "Title") },
      amount: { type: "string", format: "decimal", "x-currency": "CNY", "x-label": label("金额", "Amount") },
      fee: {
        type: "string",
        format: "decimal",
        "x-currency": "CNY",
        readOnly: true,
        "x-label": label("手续费", "Fee"),
      },
      city: { type: "string", "x-label": label("城市", "City") },
      opened: {
        type: "string",
        format: "date-time",
        readOnly: true,
        "x-label": label("开始时间", "Opened at"),
      },
      secret: { type: "string", "x-sensitive": true, "x-label": label("暗语", "Secret") },
      status: { type: "string", "x-kind": "status", readOnly: true, "x-label": label("状态", "Status") },
      review: {
        type: "string",
        "x-kind": "status",
        readOnly: true,
        "x-label": label("审核", "Review"),
        "x-options": {
          none: { label: label("未审核", "Not audited") },
          good: { label: label("审核通过", "Passed") },
          bad: { label: label("审核不通过", "Failed") },
        },
      },
      tested: { type: "string", "x-label": label("试验", "Tested") },
    },
    "x-lifecycle": buildHeldLifecycle(),
  };
}

/** Returns the library that the entity depends on. */
export function sampleLibrary(): Library {
  return {
    ...createEmptyLibrary(),
    shared: {
      "schemas/shared/sample.json": JSON.stringify({
        $defs: {
          city: {
            type: "string",
            maxLength: 20,
            "x-label": label("城市", "City"),
            "x-messages": { maxLength: label("最多 {limit} 个字", "At most {limit} characters") },
          },
          loop: { $ref: "#/$defs/loop" },
        },
      }),
    },
    constants: {
      maxBytes: { id: "K1", value: 1024 },
      rows: { id: "K2", value: 100 },
      least: { id: "K3", value: "9.50" },
    },
    contexts: {
      limits: { types: { singleMin: "Decimal" } },
      user: { types: { certified: "bool", name: "string" } },
      today: { types: {}, type: "date" },
      harbours: { types: {}, rows: { open: "bool", berths: "Decimal" } },
    },
    currencies: { CNY: { minorUnits: 2 }, USD: { minorUnits: 2 }, JPY: { minorUnits: 0 } },
    entities: {
      sample: JSON.stringify(sample()),
      sampleCity: JSON.stringify({
        properties: {
          name: { type: "string", "x-label": label("名称", "Name") },
          province: { type: "string", "x-label": label("省份", "Province") },
        },
      }),
    },
    failures: ["authenticateFirst"],
    calls: ["sampleCode"],
  };
}
