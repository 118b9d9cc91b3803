import { randomBytes } from "node:crypto";

let last = 0n;
/**
 * Maximum lead of the counter over the given instant: one second, in units of the counter. A larger lead means that the
 * instant is a past date, so the counter restarts from it.
 */
const AHEAD = 1000n << 12n;

/**
 * Returns a UUID version 7 (RFC 9562) for an instant in milliseconds. UUIDs sort by time, and those of one process by
 * order of calls, unless an instant is over a second earlier than that of a previous call: the 12 bits after the
 * version are a counter that carries into the milliseconds.
 */
export function uuidv7(at: number): string {
  const tick = BigInt(at) << 12n;
  last = tick > last || last - tick > AHEAD ? tick : last + 1n;
  const head = last.toString(16).padStart(15, "0");
  const tail = randomBytes(8);
  tail.writeUInt8((tail.readUInt8(0) & 0x3f) | 0x80, 0);
  const hex = tail.toString("hex");
  return `${head.slice(0, 8)}-${head.slice(8, 12)}-7${head.slice(12)}-${hex.slice(0, 4)}-${hex.slice(4)}`;
}
