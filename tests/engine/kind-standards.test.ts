/** Numbers defined by a standard or an authority: which are rejected, and which only cause a warning. */
import { describe, expect, it } from "vitest";
import { fullChecks } from "../../src/engine/base/full-checks.ts";
import { about, field, kind } from "./kind-fixtures.ts";

describe("standard numbers", () => {
  const verdict = (name: string, text: string) => {
    const of = field(kind(name));
    const value = of.kind.normalize(text, about(of)) as string;
    return of.kind.validate?.(value, about(of))?.code ?? of.kind.warning?.(value, about(of))?.code ?? value;
  };
  it("warn of a wrong check digit in a linked bank number, and reject a wrong length", () => {
    for (const number of ["102100099996", "308584000013", "103100000026", "105100000017", "104100000004"])
      expect(verdict("linked-bank-no", number)).toBe(number);
    expect(verdict("linked-bank-no", "1021 0009 9996")).toBe("102100099996");
    expect(verdict("linked-bank-no", "102100099995")).toBe("checkDigit");
    for (const wrong of ["10210009999", "1021000999961", "A102100099996"])
      expect(verdict("linked-bank-no", wrong)).toBe("linkedBankNo");
  });
  it("warn of a wrong check character in a credit code", () => {
    expect(verdict("credit-code", "91350100m000100y43")).toBe("91350100M000100Y43");
    expect(verdict("credit-code", "91350100M000100Y44")).toBe("checkDigit");
    for (const wrong of ["91350100M000100I43", "91350100M000100Y430", "091350100M000100Y43"])
      expect(verdict("credit-code", wrong)).toBe("creditCode");
  });
  it("check resident numbers: region, date of birth and check character", () => {
    expect(verdict("resident-id", "11010519491231002x")).toBe("11010519491231002X");
    for (const wrong of ["110105194912310020", "11010519491231002", "A11010519491231002X", "11010519491231002X0"])
      expect(verdict("resident-id", wrong)).toBe("residentId");
    /** Returns a number with a correct check character, so that only other checks can reject it. */
    const fitting = (place: string, birth: string) => {
      const sum = [...`${place}0105${birth}002`].reduce((before, digit) => (before * 2 + Number(digit)) % 11, 0);
      return `${place}0105${birth}002${"0123456789X"[(12 - ((sum * 2) % 11)) % 11]}`;
    };
    const taken = (number: string) => verdict("resident-id", number) === number;
    const places = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, "0"));
    expect(places.filter((place) => taken(fitting(place, "19491231"))).join(" ")).toBe(
      "11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 90 91 92 93 94 95 96 97 98 99",
    );
    expect(
      ["18991231", "19000101", "19490230", "19491301", "20000229", "20990101"].map((birth) =>
        taken(fitting("11", birth)),
      ),
    ).toEqual([false, true, false, false, true, false]);
  });
  it("name the country of a complete BIC in the user's language", () => {
    const of = field(kind("bic"));
    expect((["zh", "en"] as const).map((lang) => of.kind.describe!("DEUTDEFF500", about(of, lang)))).toEqual([
      "德国",
      "Germany",
    ]);
    expect(of.kind.describe!("DEUTZZFF", about(of))).toBeUndefined();
  });
  it("parse and show a fee rate as a percentage everywhere", () => {
    const of = field(kind("fee-rate"), { formatMaximum: "0.2" });
    const context = about(of);
    expect(["0.001", "0.0025", "1", "12.345"].map((value) => of.kind.text(value, context))).toEqual([
      "0.1%",
      "0.25%",
      "100%",
      "1,234.5%",
    ]);
    expect(["0.1%", " 0.1 ％", "0.1", "０．１"].map((text) => of.kind.parse(text, context))).toEqual(
      Array.from({ length: 4 }, () => ({ ok: true, value: "0.001" })),
    );
    expect([of.kind.edit!("0.001", context), of.kind.bound!("0.1", "from", context)]).toEqual(["0.1", "0.001"]);
    expect(["0.0025", "0.01"].map((value) => of.kind.cell(value, context))).toEqual([
      { type: "number", value: "0.0025", format: "0.00%" },
      { type: "number", value: "0.01", format: "0%" },
    ]);
    expect(["0.0025", "0.01"].map((value) => of.kind.decimals!(value))).toEqual([2, 0]);
    expect(of.kind.parse("0.123456%", context)).toEqual({ ok: true, value: "0.00123456" });
    expect(["7.10", "7", "0.0025"].map((value) => kind("rate").decimals!(value))).toEqual([1, 0, 4]);
    expect(["33.30", "25"].map((value) => kind("percent").cell(value, context))).toEqual([
      { type: "number", value: "33.30", format: '0.0"%"' },
      { type: "number", value: "25", format: '0"%"' },
    ]);
    expect(of.kind.parse("0.1234567", context)).toEqual({ ok: false, code: "decimals", params: { places: 6 } });
  });
  it("check cards by Luhn, BICs by country and IBANs by the country's structure", () => {
    expect(verdict("card-number", "4111 1111 1111 1111")).toBe("4111111111111111");
    for (const right of ["411111111117", "4111111111111111110"]) expect(verdict("card-number", right)).toBe(right);
    for (const wrong of ["4111 1111 1111 1112", "41111111112", "41111111111111111115"])
      expect(verdict("card-number", wrong)).toBe("cardNumber");
    expect(verdict("bic", "hsbc hk hh")).toBe("HSBCHKHH");
    expect([verdict("bic", "HSBCHKHHX"), verdict("bic", "HSBCHKHHXX"), verdict("bic", "HSBCZZHH")]).toEqual([
      "bic",
      "bic",
      "bic",
    ]);
    expect(verdict("iban", "gb82 west 1234 5698 7654 32")).toBe("GB82WEST12345698765432");
    expect(verdict("iban", "GB82WEST12345698765433")).toBe("iban");
    // Correct check digits, but the wrong length for the country, which only the full check detects.
    const long = "GB49WEST123456987654321";
    expect(verdict("iban", long)).toBe("iban");
  });
  it("show an identifier without groups if its pattern allows none", () => {
    const clean = (pattern: string | undefined, text: string) =>
      kind("identifier").normalize(text, about(field(kind("identifier"), { pattern })));
    expect([
      clean("^[0-9]{8,32}$", "6222 0212-0204"),
      clean(undefined, "WD 1-2"),
      clean("^[0-9-]+$", "12-34"),
      clean("^[0-9]{8,32}$", "AB 12"),
    ]).toEqual(["622202120204", "WD 1-2", "12-34", "AB 12"]);
  });
  it("accept deliverable email addresses, with the domain in lower case", () => {
    const label = (length: number) => "b".repeat(length);
    for (const address of [
      "Li.Wei+pay@shop.example.cn",
      `${label(64)}@x.cn`,
      "a@a-b.cn",
      `a@${label(63)}.cn`,
      `a@${`${label(49)}.`.repeat(5)}cn`,
    ])
      expect(verdict("email", address)).toBe(address);
    expect(verdict("email", "Li.Wei@Shop.Example.CN")).toBe("Li.Wei@shop.example.cn");
    for (const address of [
      "a@b.c",
      `${label(65)}@x.cn`,
      "a@-x.cn",
      "a@x-.cn",
      `a@${label(64)}.cn`,
      `a@${`${label(49)}.`.repeat(5)}cnn`,
      "a@x..cn",
      "a b@x.cn",
      "a@x.cn.",
    ])
      expect(verdict("email", address)).toBe("email");
  });
  it("parse phone numbers into E.164", () => {
    expect(
      ["138 0013 8000", "+86 138-0013-8000", "008613800138000", "8613800138000", "＋８６１３８００１３８０００"].map(
        (text) => verdict("phone", text),
      ),
    ).toEqual(Array(5).fill("+8613800138000"));
    expect(
      ["12345", "+861234", "+1 555", "phone", "a+8613800138000", "+8613800138000a"].map((text) =>
        verdict("phone", text),
      ),
    ).toEqual(Array(6).fill("phone"));
    expect(verdict("postcode", "sw1a  1aa")).toBe("SW1A 1AA");
    const of = field(kind("phone"));
    expect(of.kind.text("+8613800138000", about(of))).toBe("+86 138 0013 8000");
  });
  it("accept more, never less, before the full checks are loaded", async () => {
    const { phone, iban } = fullChecks;
    delete fullChecks.phone;
    delete fullChecks.iban;
    try {
      expect(verdict("phone", "+86138001")).toBe("+86138001");
      expect(verdict("phone", "12345")).toBe("phone");
      expect(verdict("iban", "GB82WEST12345698765433")).toBe("iban");
    } finally {
      Object.assign(fullChecks, { phone, iban });
    }
    expect(verdict("phone", "+86138001")).toBe("phone");
  });
});
