import { randomInt } from "node:crypto";
import { formatDay, type Entity, startOfDay } from "@portolan/engine";
import { Failure } from "../core/failure.ts";

let count = randomInt(1000);

/**
 * Generates a record number: prefix, date in the dialect's time zone, second of the day, three counter digits and four
 * random digits: `WD20261121345120427316`. It sorts by second, is easy to read out, and does not reveal the number of
 * orders. The table's key keeps it unique per tenant.
 */
export function createRecordNumber(
  { number = "", dialect: { zone } }: Pick<Entity, "number" | "dialect">,
  at: number,
): string {
  const day = formatDay(at, zone);
  const second = Math.floor((at - startOfDay(day, zone)) / 1000);
  count = (count + 1) % 1000;
  const digits = (value: number, length: number) => String(value).padStart(length, "0");
  return `${number}${day.replaceAll("-", "")}${digits(second, 5)}${digits(count, 3)}${digits(randomInt(10_000), 4)}`;
}

/** Returns the id of the only record of a `sole` entity that a tenant has; undefined for other entities. */
export function buildSoleId(
  { sole, number = "" }: { sole?: boolean; number?: string },
  tenant: string,
): string | undefined {
  return sole ? `${number}${tenant}` : undefined;
}

/**
 * Same as `buildSoleId`, for a call whose body may contain the id.
 *
 * @throws Failure `notFound` when it contains another id
 */
export function readSoleId(
  entity: { sole?: boolean; number?: string; key: string },
  tenant: string,
  body: Record<string, unknown>,
): string | undefined {
  const own = buildSoleId(entity, tenant);
  const requested = body["id"] ?? body[entity.key] ?? "";
  if (own !== undefined && requested !== "" && requested !== own) throw new Failure("notFound");
  return own;
}
