import { randomBytes } from "node:crypto";

let last = 0n;
/** How far the count may run ahead of the clock before a smaller instant is taken as meant (a past date) rather than as a tie: one second. */
const AHEAD = 1000n << 12n;

/**
 * UUID version 7 (RFC 9562) for an instant in milliseconds: sorts by time, and within one process by call, because the
 * 12 bits after the version count up and carry into the milliseconds when they are used up.
 */
export function uuidv7(at: number): string {
  const tick = BigInt(at) << 12n;
  last = tick > last || last - tick > AHEAD ? tick : last + 1n;
  const head = last.toString(16).padStart(15, "0");
  const tail = randomBytes(8);
  tail[0] = (tail[0]! & 0x3f) | 0x80;
  const hex = tail.toString("hex");
  return `${head.slice(0, 8)}-${head.slice(8, 12)}-7${head.slice(12)}-${hex.slice(0, 4)}-${hex.slice(4)}`;
}
