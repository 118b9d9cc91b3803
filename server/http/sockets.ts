/** Connection limits: closes silent and slow connections, and limits the number per address and of all. */
import type { IncomingMessage, Server } from "node:http";
import { BlockList, isIP, type Socket } from "node:net";
import { normalizeAddress } from "../core/address.ts";

/** Limits in connections, milliseconds and bytes. */
export interface SocketLimits {
  /** Maximum number of connections. Further ones are not accepted. */
  total: number;
  /**
   * Maximum number of connections per address. Further ones are closed. By default, does not apply to loopback and
   * trusted proxies, which connect for many clients.
   */
  perAddress: number;
  /**
   * Timeout for the first byte of a new connection. Like the shares below, does not apply to trusted proxies, whose own
   * limits apply to their clients.
   */
  firstByteMs: number;
  /** Share of `total` from which a new connection closes the oldest one without a complete first request. */
  crowdedShare: number;
  /** Share of `total` from which only connections from known addresses are accepted. */
  reservedShare: number;
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
  firstByteMs: 5_000,
  crowdedShare: 0.8,
  reservedShare: 0.9,
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

/** What `limitSockets` knows of addresses. */
interface Addresses {
  /** Addresses, networks and network names of trusted proxies, separated by commas, as in the settings. */
  proxies?: string | undefined;
  /** Returns whether a user had a session at an address lately. Default: none. */
  isKnown?: ((address: string) => boolean) | undefined;
}

/**
 * Applies the limits on connections and request bodies that Node's own server options do not cover. Connections from
 * trusted proxies and from this machine are not limited per address.
 */
export function limitSockets(
  server: Server,
  limits: SocketLimits,
  { proxies = "", isKnown = () => false }: Addresses = {},
): void {
  server.maxConnections = limits.total;
  const isUncounted = createMatcher(`loopback,${proxies}`);
  const isProxy = createMatcher(proxies);
  const isCounted = limits.counted ?? ((address: string) => !isUncounted(address));
  const held = new Map<string, number>();
  server.on("connection", (socket) => {
    const address = socket.remoteAddress && normalizeAddress(socket.remoteAddress);
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
  limitNewConnections(server, limits, { isProxy, isKnown });
  limitBodies(server, limits);
}

/** A connection whose first request is not complete. */
interface NewConnection {
  /** Number of checks since it was accepted. */
  checks: number;
  /** Its first request, once the headers have arrived. */
  request?: IncomingMessage;
  isKnown: boolean;
}

/**
 * Closes new connections that stay silent and, when the server is crowded, the oldest ones without a complete first
 * request, so that others can connect. Counts checks instead of time, so that a busy process does not close connections
 * because of its own delay.
 */
function limitNewConnections(
  server: Server,
  { total, firstByteMs, crowdedShare, reservedShare, checkMs }: SocketLimits,
  { isProxy, isKnown }: { isProxy(address: string): boolean; isKnown(address: string): boolean },
): void {
  let open = 0;
  const starting = new Map<Socket, NewConnection>();
  const isComplete = (connection: NewConnection) => connection.request?.complete === true;
  const closeOldest = () => {
    for (const [socket, connection] of starting) {
      if (isComplete(connection)) starting.delete(socket);
      else if (!connection.isKnown) {
        starting.delete(socket);
        socket.destroy();
        return true;
      }
    }
    return false;
  };
  server.on("connection", (socket) => {
    open++;
    socket.once("close", () => {
      open--;
      starting.delete(socket);
    });
    const address = socket.remoteAddress && normalizeAddress(socket.remoteAddress);
    if (address === undefined || isProxy(address)) return;
    const connection = { checks: 0, isKnown: isKnown(address) };
    const hasRoom = open <= total * crowdedShare || closeOldest() || open <= total * reservedShare;
    if (!hasRoom && !connection.isKnown) socket.destroy();
    else starting.set(socket, connection);
  });
  server.on("request", (request) => {
    const connection = starting.get(request.socket);
    if (connection) connection.request ??= request;
  });
  repeat(server, checkMs, () => {
    for (const [socket, connection] of starting) {
      connection.checks++;
      if (isComplete(connection)) starting.delete(socket);
      else if (socket.bytesRead === 0 && connection.checks * checkMs >= firstByteMs) socket.destroy();
    }
  });
}

/** Runs `check` every `ms` milliseconds until the server is closed. */
function repeat(server: Server, ms: number, check: () => void): void {
  const timer = setInterval(check, ms);
  timer.unref();
  server.once("close", () => clearInterval(timer));
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
  repeat(server, checkMs, check);
}

const NAMED: Record<string, readonly string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** Returns a function that matches the addresses of a list like `Addresses.proxies`. */
function createMatcher(text: string): (address: string) => boolean {
  const list = parseNetworks(text);
  return (address) => list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

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
