import { randomInt } from "node:crypto";
import { dayInChina, ZONE_MS } from "../../src/engine/index.ts";
import { Failure } from "../core/failure.ts";

let count = randomInt(1000);

/**
 * A record's number: prefix, day in China, second of that day, three counted and four random digits: `WD20261121345120427316`. It sorts by
 * second, reads well aloud, tells nobody how many orders there are, and is unique per merchant by the table's key.
 */
export function recordNumber(prefix: string, at: number): string {
  const day = dayInChina(at).replaceAll("-", "");
  const second = Math.floor(((at + ZONE_MS) % 86_400_000) / 1000);
  count = (count + 1) % 1000;
  const digits = (value: number, length: number) => String(value).padStart(length, "0");
  return `${prefix}${day}${digits(second, 5)}${digits(count, 3)}${digits(randomInt(10_000), 4)}`;
}

/** The number of the one record that a merchant has of an entity (`sole`); nothing for other entities. */
export function soleId({ sole, number = "" }: { sole?: boolean; number?: string }, tenant: string): string | undefined {
  return sole ? `${number}${tenant}` : undefined;
}

/** The same for a call that may name the record: nobody else's answers to another number. Throws `notFound`. */
export function soleOf(
  entity: { sole?: boolean; number?: string; key: string },
  tenant: string,
  body: Record<string, unknown>,
): string | undefined {
  const own = soleId(entity, tenant);
  const asked = body["id"] ?? body[entity.key] ?? "";
  if (own !== undefined && asked !== "" && asked !== own) throw new Failure("notFound");
  return own;
}
