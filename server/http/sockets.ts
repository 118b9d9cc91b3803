/** Connection limits: closes idle and slow connections, and limits the number per address. */
import type { IncomingMessage, Server } from "node:http";
import { BlockList, isIP, type Socket } from "node:net";

/** Limits in connections, milliseconds and bytes. */
export interface SocketLimits {
  /** Maximum number of connections. Further ones are not accepted. */
  total: number;
  /**
   * Maximum number of connections per address. Further ones are closed. By default, does not apply to loopback and
   * trusted proxies, which connect for many clients.
   */
  perAddress: number;
  /** Timeouts for receiving the headers and the complete request. A file of 10 MiB needs 1.4 Mbit/s. */
  headersMs: number;
  requestMs: number;
  /** Interval in milliseconds between checks for overdue requests. */
  checkMs: number;
  /**
   * Number of checks per measurement. A connection is closed if its body arrives more slowly than `bodyBytes` per check
   * on average during one measurement.
   */
  bodyChecks: number;
  bodyBytes: number;
  /** Returns whether an address counts towards `perAddress`. Default: all but loopback and trusted proxies. */
  counted?(address: string): boolean;
}

export const SOCKET_LIMITS: SocketLimits = {
  total: 10_000,
  perAddress: 100,
  headersMs: 15_000,
  requestMs: 60_000,
  checkMs: 1_000,
  bodyChecks: 10,
  bodyBytes: 1_024,
};

/** Time in milliseconds for the client to read the last response before the connection is closed. */
const LAST_WORDS_MS = 1_000;
const TIMED_OUT = "HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/** Sends a last response and closes the connection, which the client could otherwise keep open. */
export function endSocket(socket: Socket, response: string = TIMED_OUT): void {
  if (socket.writable) socket.end(response);
  const cut = setTimeout(() => socket.destroy(), LAST_WORDS_MS);
  socket.once("close", () => clearTimeout(cut));
}

/**
 * Applies the limits on connections and request bodies that Node's own server options do not cover. Connections from
 * `proxies` (addresses, networks and network names, separated by commas, as in the settings) and from this machine are
 * not limited per address.
 */
export function limitSockets(server: Server, limits: SocketLimits, proxies = ""): void {
  server.maxConnections = limits.total;
  const uncounted = parseNetworks(`loopback,${proxies}`);
  const isCounted =
    limits.counted ?? ((address: string) => !uncounted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4"));
  const held = new Map<string, number>();
  server.on("connection", (socket) => {
    const address = socket.remoteAddress?.replace(/^::ffff:/, "");
    if (address === undefined || !isCounted(address)) return;
    const count = (held.get(address) ?? 0) + 1;
    held.set(address, count);
    socket.once("close", () => {
      const left = (held.get(address) ?? 1) - 1;
      if (left > 0) held.set(address, left);
      else held.delete(address);
    });
    if (count > limits.perAddress) socket.destroy();
  });
  limitBodies(server, limits);
}

/**
 * Closes connections whose body arrives more slowly than the limit. Counts checks instead of time, so that a busy
 * process does not close connections because of its own delay.
 */
function limitBodies(server: Server, { checkMs, bodyChecks, bodyBytes }: SocketLimits): void {
  const pending = new Map<IncomingMessage, { checks: number; bytes: number }>();
  server.on("request", (request) => {
    const { headers, socket } = request;
    if (headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0")
      pending.set(request, { checks: 0, bytes: socket.bytesRead });
  });
  const check = () => {
    for (const [request, since] of pending) {
      const { socket } = request;
      if (request.complete || socket.destroyed) {
        pending.delete(request);
        continue;
      }
      // Unread data in our buffer is our delay, not the sender's.
      const ours = request.readableLength > 0 || socket.isPaused();
      since.checks += 1;
      if (since.checks < bodyChecks) continue;
      if (!ours && socket.bytesRead - since.bytes < bodyChecks * bodyBytes) endSocket(socket);
      pending.set(request, { checks: 0, bytes: socket.bytesRead });
    }
  };
  const checking = setInterval(check, checkMs);
  checking.unref();
  server.once("close", () => clearInterval(checking));
}

const NAMED: Record<string, readonly string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

function parseNetworks(text: string): BlockList {
  const list = new BlockList();
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  for (const part of parts.flatMap((part) => NAMED[part] ?? [part])) {
    const [address = "", bits] = part.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, isIP(bits) === 4 ? maskBits(bits) : Number(bits), family);
  }
  return list;
}

/** Counts the leading one bits of a netmask: 255.255.0.0 is 16. */
const maskBits = (mask: string): number =>
  mask
    .split(".")
    .map((part) => Number(part).toString(2).padStart(8, "0"))
    .join("")
    .replace(/0[01]*$/, "").length;
