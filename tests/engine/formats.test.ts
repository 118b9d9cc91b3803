/** String formats, and how kinds of URLs, times and codes normalise input. */
import { describe, expect, it } from "vitest";
import { interpolate } from "@portolan/engine";
import { isLink } from "../../src/engine/kinds/link/link.ts";
import { dialect } from "../../src/payments/compiler.ts";
import { about, field, kind } from "./kind-fixtures.ts";

const { formats } = dialect;

describe("formats", () => {
  it.each([
    ["decimal", "12.50", "1e5"],
    ["date", "2026-11-21", "2026-02-30"],
    ["date-time", "2026-11-21T10:05:00Z", "2026-11-21"],
    ["email", "a@x.cn", "a@x"],
    ["time", "23:59", "24:00"],
    ["uri", "https://shop.example.com/a?b=1", "javascript:alert(1)"],
    ["uri", "https://店铺.example.cn", "http://shop.example.com"],
    ["uri", `https://a.example/${"x".repeat(2030)}`, `https://a.example/${"x".repeat(2031)}`],
    ["uuid", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bfg"],
    ["bic", "HSBCHKHH", "HSBCZZHH"],
    ["iban", "DE89370400440532013000", "DE89370400440532013001"],
  ])("%s accepts %s and rejects %s", (name, good, bad) =>
    expect([formats[name]!.validate(good), formats[name]!.validate(bad)]).toEqual([true, false]),
  );
  it("compare by meaning, not by text", () => {
    for (const [name, less, more] of [
      ["decimal", "9.5", "10"],
      ["date", "2026-09-30", "2026-10-01"],
      ["time", "09:59", "10:00"],
      ["date-time", "2026-11-21T18:00:00+08:00", "2026-11-21T10:05:00Z"],
    ] as const) {
      const { compare } = formats[name]!;
      expect([name, Math.sign(compare!(less, more)!), Math.sign(compare!(more, less)!), compare!(less, less)]).toEqual([
        name,
        -1,
        1,
        0,
      ]);
    }
    expect(formats["decimal"]!.compare!("x", "1")).toBeUndefined();
  });
});

describe("typed text", () => {
  const typed = (name: string, text: string) => kind(name).parse(text, about(field(kind(name))));
  it.each([
    ["time", "9:05", "09:05"],
    ["time", "２３：５９", "23:59"],
    ["time", "0905", "09:05"],
    ["time", "930", "09:30"],
    ["time", "9点30分", "09:30"],
    ["time", "9点", "09:00"],
    ["link", " www.Shop.example.com/Path ", "https://www.shop.example.com/Path"],
    ["link", "HTTPS://Example.COM", "https://example.com"],
    ["uuid", "{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"],
    ["uuid", "urn:uuid:f81d4fae7dec11d0a76500a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"],
  ])("for %s, %s becomes %s", (name, text, value) => expect(typed(name, text)).toEqual({ ok: true, value }));
  it.each([
    ["time", "25:00"],
    ["time", "9"],
    ["link", "javascript:alert(1)"],
    ["link", "data:text/html,x"],
    ["link", "http://example.com"],
    ["link", "https://user:secret@example.com"],
    ["link", "https://exa***.com"],
    ["link", "https://192.168.0.1"],
    ["link", 'https://example.com/"><script>'],
    ["uuid", "f81d4fae"],
  ])("for %s, %s is rejected", (name, text) => {
    expect(typed(name, text)).toEqual({ ok: false, code: name });
    expect(isLink(text)).toBe(false);
  });
});

it("ends a sentence with one full stop after an abbreviation", () => {
  expect(interpolate("Paid to {who}. Next: {next}...", { who: "Qihang Co., Ltd.", next: "Ltd." })).toBe(
    "Paid to Qihang Co., Ltd. Next: Ltd....",
  );
  expect(interpolate("Paid to {who}.", { who: "Qihang" })).toBe("Paid to Qihang.");
});
