/** Dates reckoned without `Date` must say what `Date` says. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { wallClock } from "../../src/engine/china.ts";
import { isRealDate } from "../../src/engine/kinds/dates.ts";

const pad = (number: number, length: number) => String(number).padStart(length, "0");
const byDate = (text: string): boolean => {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
};

it("every month and day of common, leap and century years", () => {
  for (const year of [0, 4, 100, 400, 1600, 1900, 1999, 2000, 2023, 2024, 2100, 9999]) {
    for (let month = 0; month <= 13; month += 1) {
      for (let day = 0; day <= 32; day += 1) {
        const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
        expect([text, isRealDate(text)]).toEqual([text, byDate(text)]);
      }
    }
  }
});

it("no other shape is a date", () => {
  for (const text of ["2026-1-01", "2026-01-01T00:00:00Z", " 2026-01-01", "20260101", "", "２０２６-01-01", 20260101, null]) expect(isRealDate(text)).toBe(false);
});

it("the wall clock at any time, in any order", () => {
  const times = fc.array(fc.integer({ min: -62_135_596_800_000, max: 253_402_271_999_999 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(times, (list) => {
      for (const ms of list) expect(wallClock(ms)).toBe(new Date(ms + 28_800_000).toISOString().slice(0, 19).replace("T", " "));
    }),
  );
  expect(() => wallClock(Number.NaN)).toThrow(RangeError);
});
