import { sha256 } from "@noble/hashes/sha2.js";

/** Search for the number from 0 up to, but excluding, `most` whose SHA-256 after `salt.` is `target`, in hexadecimal. */
export interface Search {
  salt: string;
  target: string;
  most: number;
}
export type Found = number | undefined;

/**
 * Returns the number from `from` up to, but excluding, `to`; undefined for none. Does not use WebCrypto: that is
 * asynchronous per hash, and available only on secure origins.
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
    if (hash[0] === wanted[0] && hash.every((byte, at) => byte === wanted[at])) return number;
  }
  return undefined;
}
