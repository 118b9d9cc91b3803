/** Generated TypeScript declarations of schemas: which fields are optional, and the type of a response. */
import { describe, expect, it } from "vitest";
import { compileSchemas } from "../../server/payments/schemas.ts";
import { presentFields, SchemaErrors, writeTypes } from "@portolan/engine/compiler";
import { compileCall } from "../../src/payments/compiler.ts";
import { kind } from "../../src/payments/runtime.ts";
import { sampleLibrary } from "../engine/sample.ts";

const schemas = compileSchemas("schemas");
const text = writeTypes({ ...schemas, kind }, "@portolan/engine");
const plans = new Map([...schemas.entities].map(([name, { plan }]) => [name, plan]));
/** Returns the members of a declared type by name, with a `?` if optional. */
const membersOf = (name: string) => {
  const body = new RegExp(`export type ${name} = \\{\\n([\\s\\S]*?)\\n\\};`).exec(text)?.[1] ?? "";
  return [...body.matchAll(/^ {2}(\w+\??):/gm)].map(([, member]) => member);
};

describe("the type of a stored record", () => {
  it("has every field of a ledger row", () =>
    expect(membersOf("Wallet")).toEqual([
      "currency",
      "balance",
      "withdrawable",
      "unavailable",
      "hold",
      "pending",
      "holdOrders",
      "onCards",
      "canPay",
      "canReceive",
      "canBuy",
    ]));
  it("has key, state, timestamps and required fields, unless a condition hides them", () => {
    const members = membersOf("Withdrawal");
    expect(members).toEqual(expect.arrayContaining(["orderNo", "status", "createdAt", "amount"]));
    expect(members).toContain("reason?");
    const [condition] = [...plans.values()].flatMap(({ show }) => show);
    const hidden = { ...plans.get("withdrawal")!, show: [{ ...condition!, field: "amount" }] };
    expect(presentFields(hidden, plans)).not.toContain("amount");
  });
  it("of a union has the fields that all members have, with the currency of a common amount", () => {
    const members = membersOf("PendingTrade");
    expect(members).toEqual(expect.arrayContaining(["id", "entity", "turn", "orderNo", "status"]));
    expect(members).toEqual(expect.arrayContaining(["party?", "amount?", "currency?"]));
    const plan = plans.get("pendingTrade")!;
    // The only member whose amount is not required.
    const union = plan.union!.filter(({ entity }) => entity !== "cardApplication");
    expect([...presentFields({ ...plan, union }, plans)]).toEqual(expect.arrayContaining(["amount", "currency"]));
  });
  it("of a server-managed source has the fields that its schema requires", () =>
    expect(membersOf("Notification").filter((name) => name?.endsWith("?"))).toEqual(["reason?", "money?"]));
  it("has no write-only field", () => {
    for (const plan of plans.values()) {
      const written = plan.fields.filter(({ writeOnly }) => writeOnly).map(({ name }) => name);
      expect([...presentFields(plan, plans)].filter((name) => written.includes(name))).toEqual([]);
    }
  });
});

describe("the type of a response", () => {
  const call = (response: object) =>
    compileCall("schemas/calls/ask.json", JSON.stringify({ http: "GET /ask", response }), sampleLibrary());
  const typeOf = (response: object) =>
    /AskResponse = (.*);/.exec(
      writeTypes({ kind, entities: new Map(), calls: new Map([["ask", call(response)]]) }, "wire"),
    )![1];
  it("has optional members", () =>
    expect(
      typeOf({
        type: "object",
        properties: {
          a: { type: "string" },
          b: { type: "array", items: { enum: ["x", "y"] } },
          c: { type: "object", additionalProperties: { type: "integer" } },
          d: { type: "array", items: { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }] } },
        },
        required: ["a"],
      }),
    ).toBe(
      '{ a: string; b?: readonly ("x" | "y")[]; c?: Record<string, number>; d?: readonly (readonly [number, string])[] }',
    ));
  it("refers to the entity whose record it contains", () => {
    const record = (entity: string) => ({
      type: "object",
      properties: { record: { type: "object", "x-record": entity } },
    });
    expect(typeOf(record("sampleCity"))).toBe("{ record?: SampleCity }");
    expect(() => call(record("sampleCitty"))).toThrow(SchemaErrors);
    expect(() => call(record("sampleCitty"))).toThrow(/sampleCity/);
  });
});
