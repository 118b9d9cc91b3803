/** Network addresses of clients. */
import { isIPv4 } from "node:net";

/** Returns an address without the prefix of an IPv4 address on an IPv6 socket. */
export const normalizeAddress = (address: string): string => address.replace(/^::ffff:/, "");

/** Returns whether an address is one of this machine. */
export function isLoopback(address: string): boolean {
  const normal = normalizeAddress(address);
  return normal === "::1" || (isIPv4(normal) && normal.startsWith("127."));
}
