import { sha256 } from "@noble/hashes/sha2.js";

/**
 * Parameters of a proof of work: find the number in `[0, most)` for which SHA-256 of `salt.number` equals `target`
 * (hex).
 */
export interface Search {
  salt: string;
  target: string;
  most: number;
}
/** The matching number; undefined when there is none. */
export type Found = number | undefined;

/**
 * Returns the matching number in `[from, to)`; undefined when there is none. Does not use WebCrypto, which is
 * asynchronous for each hash and available only in secure contexts.
 */
export function search({ salt, target, most }: Search, from = 0, to: number = most): Found {
  const wanted = Uint8Array.from(target.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16));
  const start = sha256.create().update(new TextEncoder().encode(`${salt}.`));
  const encoder = new TextEncoder();
  for (let number = from; number < Math.min(to, most); number++) {
    const hash = start
      .clone()
      .update(encoder.encode(String(number)))
      .digest();
    if (hash[0] === wanted[0] && hash.every((byte, index) => byte === wanted[index])) return number;
  }
  return undefined;
}
