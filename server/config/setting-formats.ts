/** Validates the formats of settings that a regular expression cannot express. */
import { isIP } from "node:net";

/** Network names that Fastify accepts in `trustProxy`. */
const NETWORKS: ReadonlySet<string> = new Set(["loopback", "linklocal", "uniquelocal"]);
const MAX_BITS: Record<number, number> = { 4: 32, 6: 128 };

/**
 * Returns whether a string is an http or https origin as browsers send it in `Origin`: in lower case, without a path or
 * default port.
 */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && origin === text;
}

/** Returns whether a string is the URL of an SMTP server. */
export function isSmtp(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === "smtp:" || protocol === "smtps:") && hostname !== "";
}

/** Returns whether a string is an email address, either bare or as `Name <address>`. */
export const isSender = (text: string): boolean =>
  /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text);

/**
 * Returns whether a string is a comma-separated list of addresses, networks (`10.0.0.0/8`, `10.0.0.0/255.0.0.0`) or
 * network names.
 */
export function areProxies(text: string): boolean {
  return text.split(",").every((part) => isProxy(part.trim()));
}

function isProxy(text: string): boolean {
  if (NETWORKS.has(text)) return true;
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  if (version === 4 && isIP(bits) === 4) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (MAX_BITS[version] ?? 0);
}
