/** Limits of connections: closes silent and slow ones, and limits those of one address. */
import type { IncomingMessage, Server } from "node:http";
import { BlockList, isIP, type Socket } from "node:net";

/** Bounds in connections, milliseconds and bytes. */
export interface SocketLimits {
  /** Connections altogether; more are not accepted. */
  total: number;
  /** Connections of one address; more are closed. The machine itself and the proxies before it speak for others. */
  perAddress: number;
  /** Until the headers of a request are there, and until all of it is: a file of 10 MiB at 1.4 Mbit/s. */
  headersMs: number;
  requestMs: number;
  /** Interval between checks for late requests, in ms. */
  checkMs: number;
  /** Number of checks after which a running body must have brought this many bytes per check; then the count restarts. */
  bodyChecks: number;
  bodyBytes: number;
  /** Counted although it is loopback. */
  counted?(address: string): boolean;
}

/** Default limits. */
export const SOCKET_LIMITS: SocketLimits = {
  total: 10_000,
  perAddress: 100,
  headersMs: 15_000,
  requestMs: 60_000,
  checkMs: 1_000,
  bodyChecks: 10,
  bodyBytes: 1_024,
};

/** Time to read the last response before the connection is closed, in ms. */
const LAST_WORDS_MS = 1_000;
const TIMED_OUT = "HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/** Sends a last response and closes the connection, which a client could otherwise keep open. */
export function endSocket(socket: Socket, lastWords: string = TIMED_OUT): void {
  if (socket.writable) socket.end(lastWords);
  const cut = setTimeout(() => socket.destroy(), LAST_WORDS_MS);
  socket.once("close", () => clearTimeout(cut));
}

/** Holds a server to the bounds that its own options do not know. `proxies` as in the settings: addresses, networks and their names with commas. */
export function boundSockets(server: Server, limits: SocketLimits, proxies = ""): void {
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
  boundBodies(server, limits);
}

/** Ends connections whose body comes slower than the bound. Counts checks instead of time, so that a busy process ends no connection for its own delay. */
function boundBodies(server: Server, { checkMs, bodyChecks, bodyBytes }: SocketLimits): void {
  const coming = new Map<IncomingMessage, { looks: number; bytes: number }>();
  server.on("request", (request) => {
    const { headers, socket } = request;
    if (headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0")
      coming.set(request, { looks: 0, bytes: socket.bytesRead });
  });
  const look = () => {
    for (const [request, since] of coming) {
      const { socket } = request;
      if (request.complete || socket.destroyed) {
        coming.delete(request);
        continue;
      }
      // What waits to be read here is not the sender's to answer for.
      const ours = request.readableLength > 0 || socket.isPaused();
      since.looks += 1;
      if (since.looks < bodyChecks) continue;
      if (!ours && socket.bytesRead - since.bytes < bodyChecks * bodyBytes) endSocket(socket);
      coming.set(request, { looks: 0, bytes: socket.bytesRead });
    }
  };
  const looking = setInterval(look, checkMs);
  looking.unref();
  server.once("close", () => clearInterval(looking));
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
  for (const part of parts.flatMap((one) => NAMED[one] ?? [one])) {
    const [address = "", bits] = part.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, isIP(bits) === 4 ? maskBits(bits) : Number(bits), family);
  }
  return list;
}

/** Leading ones of a mask: 255.255.0.0 is 16. */
const maskBits = (mask: string): number =>
  mask
    .split(".")
    .map((part) => Number(part).toString(2).padStart(8, "0"))
    .join("")
    .replace(/0[01]*$/, "").length;
