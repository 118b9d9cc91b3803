/** Constants and reference lists of the product: complete, and identical wherever a schema repeats them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createHandlers } from "../../server/payments/job-handlers.ts";
import type { Database } from "../../server/store/database.ts";
import type { LifecycleContext } from "../../server/lifecycle/context.ts";
import { createProviders } from "../../server/payments/sandbox/script-runner.ts";
import { compileOptions } from "../../server/payments/schemas.ts";
import { productSchemas } from "../product-schemas.ts";
import type { Field, Lang, Row } from "@portolan/engine";
import { formatCountry } from "../../src/engine/kinds/names.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const schemas = productSchemas();
const constants = JSON.parse(readFileSync(`${root}schemas/constants.json`, "utf8")) as Record<
  string,
  { id: string; value: unknown }
>;
const value = (name: string) => constants[name]!.value;
const rows = (name: string): Row[] => schemas.data.get(name)!;
const everyField: { at: string; field: Field }[] = [
  ...schemas.entities.values(),
  ...[...schemas.calls.values()].map(({ request }) => request),
].flatMap((entity) =>
  entity.fields.flatMap((field) =>
    [field, ...(field.items ?? [])].map((field) => ({ at: `${entity.name}${field.at}`, field })),
  ),
);
const limits = (name: string, word: string) =>
  everyField
    .filter(({ field }) => field.name === name && field.schema[word] !== undefined)
    .map(({ at, field }) => [at, field.schema[word]]);
const same = (found: unknown[][], wanted: unknown) => {
  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(found.map(([at]) => [at, wanted]));
};

describe("constants", () => {
  it("are K1 to K22 without gaps", () => {
    const ids = new Set(Object.entries(constants).flatMap(([name, one]) => (name === "$schema" ? [] : [one.id])));
    expect([...ids].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)))).toEqual(
      Array.from({ length: 22 }, (_, index) => `K${index + 1}`),
    );
  });
  it("equal the limits of fields", () => {
    expect(schemas.entities.get("withdrawal")!.field("amount").schema.formatMinimum).toBe(value("cnyMinimum"));
    same(limits("remark", "maxLength"), value("remarkMax"));
    same([...limits("swift", "minLength"), ...limits("intermediarySwift", "minLength")], value("swiftMin"));
    same([...limits("swift", "maxLength"), ...limits("intermediarySwift", "maxLength")], value("swiftMax"));
    same(limits("feeBearing", "enum"), value("feeBearings"));
    expect(schemas.entities.get("beneficiary")!.field("type").schema.enum).toEqual(value("remitTypes"));
    expect(schemas.entities.get("withdrawal")!.list.import!.maxRows).toBe(value("cnyBatchRows"));
  });
  it("equal the rows of their lists", () => {
    expect(rows("purpose").map(({ code }) => code)).toEqual(value("swapPurposes"));
    expect(rows("businessType").map(({ code }) => code)).toEqual(value("businessTypes"));
  });
});

describe("reference lists", () => {
  it.each(
    [...schemas.entities.values()]
      .filter(({ source }) => source === "data")
      .map((entity) => [entity.name, entity] as const),
  )("%s has rows with unique keys", (name, { key }) => {
    const keys = rows(name).map((row) => row[key]);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
  it("name countries as the country field does", () => {
    for (const lang of ["zh", "en"] as const) {
      for (const code of ["HK", "MO", "TW", "CN", "US"])
        expect((rows("country").find((row) => row["code"] === code)!["name"] as Record<Lang, string>)[lang]).toBe(
          formatCountry(code, lang),
        );
    }
  });
  it("have a branch for every city and a city for every province", () => {
    const cities = rows("city");
    expect(rows("province").filter(({ name }) => !cities.some(({ province }) => province === name))).toEqual([]);
    expect(cities.filter(({ province }) => !rows("province").some(({ name }) => name === province))).toEqual([]);
    const withBranch = new Set(rows("branch").map(({ city }) => city));
    expect(cities.filter(({ name }) => !withBranch.has(name))).toEqual([]);
    const [banks, names] = [
      new Map(rows("bank").map(({ name, code }) => [name, code])),
      new Set(cities.map(({ name }) => name)),
    ];
    expect(
      rows("branch").filter(
        ({ bank, city, linkedBankNo }) => !names.has(city) || !String(linkedBankNo).startsWith(String(banks.get(bank))),
      ),
    ).toEqual([]);
  });
  it("have unique branch numbers with valid check digits", () => {
    const field = schemas.entities.get("branch")!.field("linkedBankNo");
    const context = {
      dialect: schemas.dialect,
      field,
      record: {},
      lang: "en" as const,
      minorUnits: {},
      text: (key: string) => key,
    };
    const numbers = rows("branch").map(({ linkedBankNo }) => String(linkedBankNo));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(
      numbers.filter((number) => field.kind.validate!(number, context) ?? field.kind.warning!(number, context)),
    ).toEqual([]);
  });
  it("have the minor units of ISO 4217, also where Intl differs", () => {
    const units = Object.fromEntries(rows("currency").map(({ code, minorUnits }) => [code, minorUnits]));
    expect(units).toMatchObject({ CNY: 2, USD: 2, JPY: 0, KRW: 0, VND: 0, KWD: 3, IDR: 2, HUF: 2 });
  });
  it("are small enough to be read at every start", () => {
    expect(readFileSync(`${root}schemas/data/branch.json`).length).toBeLessThan(300 * 1024);
  });
});

describe("orders that wait for a user", () => {
  it("expire or continue after their time limit", () => {
    const timed = [...schemas.entities.values()].flatMap(({ name, lifecycle }) =>
      (lifecycle?.transitions ?? []).flatMap(({ on, from, after }) =>
        after === undefined ? [] : [[name, from.join(), on, after]],
      ),
    );
    expect(timed).toEqual([
      ["clearing", "toBeReviewed", "lapse", "P30D"],
      ["recharge", "processing", "book", "P1D"],
      ["recharge", "pending", "lapse", "P7D"],
      ["remittance", "pending", "payeeUnanswered", "P30D"],
      ["remittance", "toBeReviewed", "lapse", "P30D"],
      ["remittance", "toBeConfirmed", "unconfirmed", "P7D"],
      ["swap", "toBeConfirmed", "lapse", "P3D"],
      ["transfer", "toBeReviewed", "lapse", "P30D"],
      ["withdrawal", "toBeReviewed", "lapse", "P30D"],
    ]);
  });
});

it("every job of a lifecycle has a handler", () => {
  const jobNames = Object.keys(compileOptions.jobs).toSorted();
  const nothing = {} as LifecycleContext;
  const providers = createProviders({} as Database, nothing, "instant");
  const done = Object.keys(createHandlers({ context: nothing, providers }));
  expect(jobNames.filter((job) => !done.includes(job))).toEqual([]);
  const left = new Set(
    [...schemas.entities.values()].flatMap(({ lifecycle }) =>
      (lifecycle?.transitions ?? []).flatMap(({ job }) => job ?? []),
    ),
  );
  expect([...left].toSorted()).toEqual(jobNames);
});
