/**
 * Reads the keys of an installation from `KEYS=k2:base64,k1:base64` and from the key file in the data folder, whose key
 * has the id `k0`.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Key {
  /** `k` followed by a number. Keys are numbered in the order of creation. */
  kid: string;
  key: Buffer;
}

/** Keys of a node. The first one seals, and each can open what it has sealed. */
export type KeyRing = readonly [Key, ...Key[]];

export const KEY_BYTES = 32;
/** Id of the key in the file `keys/seal`. */
export const FILE_KID = "k0";

const ENTRY = /^(k(?:0|[1-9]\d{0,5})):([A-Za-z0-9+/]{43}=?)$/;

/** Returns the path of the key file in a data folder. The first start without `KEYS` creates it. */
export const getKeyPath = (dataDir: string): string => join(dataDir, "keys", "seal");

/**
 * Parses the setting `KEYS`; undefined for an invalid value, such as one with a repeated id or a key of the wrong
 * length.
 *
 * @example
 * parseKeys(`k1:${randomBytes(32).toString("base64")}`)?.[0].kid // => "k1"
 */
export function parseKeys(text: string): KeyRing | undefined {
  const keys = text.split(",").map((entry): Key | undefined => {
    const [, kid, encoded] = ENTRY.exec(entry.trim()) ?? [];
    return kid !== undefined && encoded !== undefined ? { kid, key: Buffer.from(encoded, "base64") } : undefined;
  });
  const [first, ...rest] = keys.flatMap((key) => (key?.key.length === KEY_BYTES ? [key] : []));
  const kids = new Set(keys.map((key) => key?.kid));
  return first && 1 + rest.length === keys.length && kids.size === keys.length ? [first, ...rest] : undefined;
}

/** Formats a key as an entry of `KEYS`. */
export const writeKey = ({ kid, key }: Key): string => `${kid}:${key.toString("base64")}`;

/**
 * Returns the keys of a node: those in `KEYS`, then the key file, unless `KEYS` contains `k0`. Empty when there are
 * none.
 */
export function readKeys(dataDir: string, keys: KeyRing | undefined): readonly Key[] {
  const path = getKeyPath(dataDir);
  const ofFile =
    keys?.some(({ kid }) => kid === FILE_KID) || !existsSync(path) ? [] : [{ kid: FILE_KID, key: readFileSync(path) }];
  return [...(keys ?? []), ...ofFile];
}

/** Returns the keys of a node as a key ring. @throws Error when there are none */
export function readKeyRing(dataDir: string, keys?: KeyRing): KeyRing {
  const [first, ...rest] = readKeys(dataDir, keys);
  if (!first) throw new Error(`no key: neither KEYS nor ${getKeyPath(dataDir)}`);
  return [first, ...rest];
}

export const parseKeyNumber = (kid: string): number => Number(kid.slice(1));
