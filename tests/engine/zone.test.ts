/** Dates and clock times in the time zone of a dialect, and the zones that a dialect may use. */
import { describe, expect, it } from "vitest";
import { core, createDialect, createEngine } from "@portolan/engine/compiler";
import {
  computeRecord,
  formatDay,
  buildListSql,
  createEmptyQuery,
  startOfDay,
  formatWallClock,
  formatZone,
} from "@portolan/engine";
import { settings } from "../../src/payments/settings.ts";
import { FILE, sampleLibrary } from "./sample.ts";

const UTC = { name: "UTC", offsetMinutes: 0 };
const LATE = Date.parse("2026-11-20T16:30:00Z");

it("computes day, start of day and clock time by the zone's offset", () => {
  expect(
    [settings.zone, UTC, { name: "Asia/Kolkata", offsetMinutes: 330 }].map((zone) => formatWallClock(LATE, zone)),
  ).toEqual(["2026-11-21 00:30:00", "2026-11-20 16:30:00", "2026-11-20 22:00:00"]);
  expect(formatDay(LATE, settings.zone)).toBe("2026-11-21");
  expect(startOfDay("2026-11-21", settings.zone)).toBe(Date.parse("2026-11-21T00:00:00+08:00"));
  expect([480, 0, -210, 330].map((offsetMinutes) => formatZone({ name: "", offsetMinutes }))).toEqual([
    "UTC+8",
    "UTC",
    "UTC-3:30",
    "UTC+5:30",
  ]);
});

describe("a dialect with a zone", () => {
  const withZone = (name: string, offsetMinutes: number) => () =>
    createDialect({ ...settings, vocabularies: [core], zone: { name, offsetMinutes } });
  it("accepts only a zone with a fixed offset", () => {
    expect(withZone("Asia/Kolkata", 330)).not.toThrow();
    expect(withZone("Europe/Berlin", 60)).toThrow('the time zone "Europe/Berlin" has daylight saving');
    expect(withZone("Asia/Shanghai", 0)).toThrow('the time zone "Asia/Shanghai" is 480 minutes ahead of UTC, not 0');
    expect(withZone("Asia/Atlantis", 0)).toThrow('there is no time zone "Asia/Atlantis"');
  });
  it("without tenants reads all records, and computes the day of an instant in its zone", () => {
    const text = { zh: "字", en: "Word" };
    const file = {
      properties: {
        at: { type: "string", format: "date-time", "x-label": text },
        day: { type: "string", format: "date", readOnly: true, "x-compute": "date(self.at)", "x-label": text },
      },
    };
    const read = (dialect: ReturnType<typeof createDialect>) => {
      const { compileEntity, hydrate } = createEngine(dialect);
      const { plan, texts } = compileEntity(FILE, JSON.stringify(file), sampleLibrary());
      return hydrate(plan, texts, () => true);
    };
    const whole = read(createDialect({ ...settings, vocabularies: [core], zone: UTC, tenant: undefined }));
    const shared = read(createDialect({ ...settings, vocabularies: [core] }));
    const at = new Date(LATE).toISOString();
    expect([whole, shared].map((entity) => computeRecord(entity, { at })["day"])).toEqual(["2026-11-20", "2026-11-21"]);
    expect(buildListSql(whole, createEmptyQuery(), { tenant: "M1" }).params).not.toContain("M1");
    expect(buildListSql(shared, createEmptyQuery(), { tenant: "M1" }).sql).toContain("where m = $1::text");
  });
});
