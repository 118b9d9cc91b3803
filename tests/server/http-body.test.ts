/** Request bodies before validation. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isGoodText, parseFields, parseJson } from "../../server/core/body.ts";
import { canonicalize, sha256 } from "../../server/core/canonical.ts";
import { Failure } from "../../server/core/failure.ts";

const bytes = (text: string) => Buffer.from(text, "utf8");
/** Names that `parseJson` always rejects. */
const REFUSED = new Set(["__proto__", "toString", "valueOf"]);
const refused = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    return (error as Failure).failure;
  }
  throw new Error("was not refused");
};

describe("parseJson", () => {
  it("parses an object, and an empty body as an empty object", () => {
    expect(parseJson(bytes('{"a":[1,{"b":"金额"}]}'))).toEqual({ a: [1, { b: "金额" }] });
    expect(parseJson(Buffer.alloc(0))).toEqual({});
  });
  it.each(["[]", "1", '"a"', "null", "{", '{"a":1,}', "{'a':1}", '{"a":NaN}'])("rejects %s", (text) => {
    expect(refused(() => parseJson(bytes(text)))).toBe("badJson");
  });
  it.each([
    ["NUL", '{"a":"x\\u0000"}'],
    ["NUL in a name", '{"a\\u0000":1}'],
    ["a lone surrogate", '{"a":["\\ud800"]}'],
  ])("rejects %s", (_what, text) => expect(refused(() => parseJson(bytes(text)))).toBe("badText"));
  it("rejects bytes that are not UTF-8", () =>
    expect(refused(() => parseJson(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])))).toBe("badText"));
  it.each(["toString", "valueOf"])("rejects a member named %s", (name) =>
    expect(refused(() => parseJson(bytes(`{"${name}":""}`)))).toBe("badJson"),
  );
  it("rejects __proto__ and deep nesting without exhausting the stack", () => {
    expect(refused(() => parseJson(bytes('{"__proto__":{"admin":true}}')))).toBe("badJson");
    expect(refused(() => parseJson(bytes(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`)))).toBe("badJson");
    expect(refused(() => parseJson(bytes(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)))).toBe("badJson");
  });
  it("accepts every object of well-formed strings", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ minLength: 1 }).filter((name) => isGoodText(name) && !REFUSED.has(name)),
          fc.string().filter(isGoodText),
        ),
        (row) => {
          expect(parseJson(bytes(JSON.stringify(row)))).toEqual(JSON.parse(JSON.stringify(row)));
        },
      ),
    );
  });
});

describe("parseFields", () => {
  it("rejects a repeated name and NUL", () => {
    expect(parseFields(new URLSearchParams("a=1&b=%E9%87%91"))).toEqual({ a: "1", b: "金" });
    expect(refused(() => parseFields(new URLSearchParams("a=1&a=2")))).toBe("badJson");
    expect(refused(() => parseFields(new URLSearchParams("a=%00")))).toBe("badText");
    expect(refused(() => parseFields(new URLSearchParams("__proto__=1")))).toBe("badJson");
  });
});

describe("canonicalize", () => {
  it("returns the same text for the same value in any order of members, and different texts for different values", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (row) => {
        const turned = Object.fromEntries(Object.entries(row).toReversed());
        expect(canonicalize(turned)).toBe(canonicalize(row));
        expect(JSON.parse(canonicalize(row))).toEqual(JSON.parse(JSON.stringify(row)));
      }),
    );
    expect(sha256(canonicalize({ amount: "2000.00" }))).not.toBe(sha256(canonicalize({ amount: "2000.0" })));
  });
});
