/** Date calculations without `Date` must agree with `Date`. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { formatWallClock } from "../../src/payments/time.ts";
import { addDays, parseInstant, isRealDate } from "../../src/engine/kinds/dates.ts";

const pad = (number: number, length: number) => String(number).padStart(length, "0");
/** Earlier years are typing errors. */
const FIRST_DAY = "1000-01-01";
const byDate = (text: string): boolean => {
  const ms = Date.parse(text);
  return text >= FIRST_DAY && !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
};

it("accepts every month and day of common, leap and century years", () => {
  for (const year of [0, 4, 400, 999, 1000, 1200, 1600, 1900, 1999, 2000, 2023, 2024, 2100, 9999]) {
    for (let month = 0; month <= 13; month += 1) {
      for (let day = 0; day <= 32; day += 1) {
        const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
        expect([text, isRealDate(text)]).toEqual([text, byDate(text)]);
      }
    }
  }
});

it("rejects every other shape of date", () => {
  for (const text of [
    "2026-1-01",
    "2026-01-01T00:00:00Z",
    " 2026-01-01",
    "20260101",
    "",
    "２０２６-01-01",
    20260101,
    null,
  ])
    expect(isRealDate(text)).toBe(false);
});

it("parses stored timestamps in any order, and rejects one with a changed character", () => {
  const stored = fc
    .integer({ min: -62_135_596_800_000, max: 253_402_271_999_999 })
    .map((ms) => new Date(ms).toISOString());
  const amiss = fc
    .tuple(stored, fc.nat({ max: 23 }), fc.constantFrom(..."0123456789:-.TZ x/"))
    .map(([text, at, sign]) => text.slice(0, at) + sign + text.slice(at + 1));
  const byPlatform = (text: string) => {
    const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) ? Date.parse(text) : Number.NaN;
    return text >= FIRST_DAY && !Number.isNaN(ms) && new Date(ms).toISOString() === text ? ms : undefined;
  };
  fc.assert(
    fc.property(fc.array(fc.oneof(stored, amiss), { minLength: 1, maxLength: 20 }), (list) => {
      expect(list.map(parseInstant)).toEqual(list.map(byPlatform));
    }),
    { numRuns: 500 },
  );
});

it.each<[unknown, string?]>([
  ["2026-11-21T10:05Z", "2026-11-21T10:05:00.000Z"],
  ["2026-11-21T23:05:07+08:00", "2026-11-21T15:05:07.000Z"],
  ["2026-11-21t10:05:07.1234z", "2026-11-21T10:05:07.123Z"],
  ["2026-11-21T10:05:07.5-00:30", "2026-11-21T10:35:07.500Z"],
  ["2026-11-21T24:00:00Z"],
  ["2026-11-21T10:60:00Z"],
  ["2026-11-21T10:05:00Z (x)"],
  ["on 2026-11-21T10:05:00Z"],
  ["2026-11-21T10:05:00.Z"],
  ["2026-11-21"],
  [1763719500],
])("the instant of %s is %s", (text, instant) =>
  expect(parseInstant(text)).toBe(instant === undefined ? undefined : Date.parse(instant)),
);

it("adds and subtracts days", () =>
  expect([addDays("2026-02-28", 1), addDays("2026-03-01", -1)]).toEqual(["2026-03-01", "2026-02-28"]));

it("returns the wall-clock time of any instant, in any order", () => {
  const times = fc.array(fc.integer({ min: -62_135_596_800_000, max: 253_402_271_999_999 }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(times, (list) => {
      for (const ms of list)
        expect(formatWallClock(ms)).toBe(new Date(ms + 28_800_000).toISOString().slice(0, 19).replace("T", " "));
    }),
  );
  expect(() => formatWallClock(Number.NaN)).toThrow(RangeError);
});
