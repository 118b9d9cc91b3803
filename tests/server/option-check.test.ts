import { describe, expect, it } from "vitest";
import { findUnknownOptions } from "../../server/lifecycle/option-check.ts";
import { productSchemas } from "../product-schemas.ts";

const schemas = productSchemas();
const payee = schemas.entity("bankAccount");
const good = {
  bank: "中国工商银行",
  province: "浙江省",
  city: "杭州市",
  branch: "中国工商银行杭州分行营业部",
  linkedBankNo: "102331000014",
};
const refused = (change: Record<string, unknown>, lang: "zh" | "en" = "en") =>
  findUnknownOptions(schemas, payee, { ...good, ...change }, lang).map(({ at, message }) => `${at} ${message}`);

describe("validation against reference lists", () => {
  it("accepts listed and absent values", () => {
    expect(refused({})).toEqual([]);
    expect(findUnknownOptions(schemas, payee, {}, "zh")).toEqual([]);
  });
  it("rejects an unknown bank in the specification's words, without an error for its branch [V20]", () => {
    expect(refused({ bank: "海图银行" })).toEqual(["/bank Illegal bank name!"]);
    expect(refused({ bank: "海图银行" }, "zh")).toEqual(["/bank 银行名称不正确！"]);
  });
  it("rejects a city of another province [V21]", () => {
    expect(refused({ province: "江苏省" })).toEqual(["/city Illegal city name!"]);
  });
  it("rejects a branch of another bank or city [V22]", () => {
    expect(refused({ bank: "中国银行" })).toEqual(["/branch Illegal branch name!"]);
    expect(refused({ branch: "中国工商银行苏州分行营业部" })).toEqual(["/branch Illegal branch name!"]);
  });
  it("rejects the number of another branch and names the right one", () => {
    expect(refused({ linkedBankNo: "102331000022" })).toEqual([
      "/linkedBankNo CNAPS code of “中国工商银行杭州分行营业部” is 102331000014. Check which one you mean.",
    ]);
    expect(refused({ linkedBankNo: "102100000013" }, "zh")).toEqual([
      "/linkedBankNo “中国工商银行杭州分行营业部”的联行号是 102331000014，请核对",
    ]);
    // An unknown branch reports no errors for the fields that depend on it.
    expect(refused({ branch: "海图银行", linkedBankNo: "102100000013" })).toEqual(["/branch Illegal branch name!"]);
  });
  it("ignores values filled in by the server", () => {
    expect(findUnknownOptions(schemas, schemas.entity("withdrawal"), { bank: "海图银行" }, "zh")).toEqual([]);
  });
});
