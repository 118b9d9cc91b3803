/** Hostile connections: slow ones, endless ones, and too many from one address. */
import { connect, type Socket } from "node:net";
import { createServer, type Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limitSockets, SOCKET_LIMITS } from "../../server/http/sockets.ts";
import { KnownAddresses } from "../../server/session/known-addresses.ts";
import { startTestServer, type TestServer } from "./server.ts";

/** Uses the default limits (`npm run live -- sockets`) instead of short ones. */
const IS_LONG = process.env["SOCKETS"] === "default";
let server: TestServer;
const opened: Socket[] = [];
beforeAll(async () => {
  server = await startTestServer(IS_LONG ? {} : { sockets: { headersMs: 500, checkMs: 100, bodyChecks: 5 } });
});
afterAll(async () => {
  for (const socket of opened) socket.destroy();
  await server?.stop();
});

it("by default, headers may take 15 s and a request one minute, checked every second", () =>
  expect(SOCKET_LIMITS).toMatchObject({ headersMs: 15_000, requestMs: 60_000, checkMs: 1_000 }));

const open = (to: Server) =>
  new Promise<number>((resolve, reject) =>
    to.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
/** Opens a connection on which the client sends byte by byte and never finishes. */
function dripping(to: Server, begin: string, drip = "x"): Socket {
  const { port } = to.address() as { port: number };
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => socket.write(begin));
  const timer = setInterval(() => socket.writable && socket.write(drip), 50);
  socket
    .on("error", () => undefined)
    .on("close", () => clearInterval(timer))
    .resume();
  opened.push(socket);
  return socket;
}
const POST =
  'POST /api/mer/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2000000\r\n\r\n{"username":"';

it.each([
  ["headers sent byte by byte", "GET / HTTP/1.1\r\nhost: x\r\na: "],
  ["invalid HTTP", "GARBAGE\r\n\r\n"],
  ["a body sent byte by byte", POST],
])("slow or invalid connections are destroyed on time: %s", { timeout: 120_000 }, async (what, begin) => {
  const began = performance.now();
  const closed = Array.from({ length: 60 }, () => dripping(server.app.server, begin)).map(
    (socket) => new Promise((resolve) => socket.once("close", resolve)),
  );
  await Promise.all(closed);
  await expect.poll(() => open(server.app.server)).toBe(0);
  if (IS_LONG) console.log(`60 with ${what}: none open after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
});

it("a body that arrives slowly but steadily is accepted", async () => {
  let heard = "";
  const socket = dripping(server.app.server, POST.replace("2000000", String(13 + 40 * 16_384 + 2)), "");
  socket.on("data", (chunk) => (heard += chunk));
  for (let sent = 0; sent < 40; sent += 1) {
    await new Promise<void>((resolve) => setTimeout(resolve, 50));
    await new Promise<void>((resolve) => socket.write("x".repeat(16_384), () => resolve()));
  }
  socket.write('"}');
  await expect.poll(() => heard).toMatch(/^HTTP\/1\.1 200 [^]*"code":4000/);
  socket.destroy();
});

it("connections per address are limited until some are closed, except from this machine and trusted proxies", async () => {
  const bare = createServer((_request, response) => response.end("here"));
  const trusting = createServer();
  limitSockets(bare, { ...SOCKET_LIMITS, perAddress: 3, counted: () => true });
  limitSockets(trusting, { ...SOCKET_LIMITS, perAddress: 3 }, { proxies: "10.0.0.0/255.0.0.0" });
  for (const one of [bare, trusting]) await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
  const first = Array.from({ length: 3 }, () => dripping(bare, "", ""));
  await expect.poll(() => open(bare)).toBe(3);
  const fourth = dripping(bare, "GET / HTTP/1.1\r\n", "");
  await new Promise((resolve) => fourth.once("close", resolve));
  expect(await open(bare)).toBe(3);
  first[0]!.destroy();
  await expect.poll(() => open(bare)).toBe(2);
  dripping(bare, "", "");
  await expect.poll(() => open(bare)).toBe(3);
  for (let count = 0; count < 5; count += 1) dripping(trusting, "", "");
  await expect.poll(() => open(trusting)).toBe(5);
  expect([bare.maxConnections, trusting.maxConnections]).toEqual([10_000, 10_000]);
  for (const socket of opened) socket.destroy();
  for (const one of [bare, trusting]) one.close();
});

describe("silent connections", () => {
  const STRANGER = "127.0.0.9";
  const LIMITS = { ...SOCKET_LIMITS, total: 100, firstByteMs: 300, checkMs: 50 };
  const servers: Server[] = [];
  async function listening(addresses: Parameters<typeof limitSockets>[2]): Promise<Server> {
    const one = createServer((_request, response) => response.end("here"));
    limitSockets(one, LIMITS, addresses);
    await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
    servers.push(one);
    return one;
  }
  afterAll(() => {
    for (const socket of opened) socket.destroy();
    for (const one of servers) one.close();
  });
  /** Opens connections from an address of this machine, which send `begin`. Returns those that are not refused. */
  async function connected(to: Server, count: number, { begin = "", from = STRANGER } = {}): Promise<Socket[]> {
    const { port } = to.address() as { port: number };
    const sockets = Array.from({ length: count }, () => connect({ port, host: "127.0.0.1", localAddress: from }));
    for (const socket of sockets) socket.on("error", () => undefined).resume();
    opened.push(...sockets);
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    if (begin) await Promise.all(sockets.map((socket) => ask(socket, begin)));
    return sockets;
  }
  /** Sends a request. Resolves with whether it was answered before the connection was closed. */
  const ask = (socket: Socket, request = GET) =>
    new Promise<boolean>((resolve) => {
      socket.once("data", () => resolve(true)).once("close", () => resolve(false));
      socket.write(request);
    });
  const GET = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";

  it("by default have five seconds for their first byte, and a fifth of all connections is not theirs", () =>
    expect(SOCKET_LIMITS).toMatchObject({ firstByteMs: 5_000, crowdedShare: 0.8, reservedShare: 0.9 }));

  it("in any number keep nobody out, and are closed on time, while a kept connection stays open", async () => {
    const server = await listening({});
    const [kept] = await connected(server, 1, { begin: GET });
    const silent = await connected(server, 300);
    const began = performance.now();
    const [visitor] = await connected(server, 1, { from: "127.0.0.8" });
    expect(await ask(visitor!)).toBe(true);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(await open(server)).toBeLessThanOrEqual(82);
    await expect.poll(() => open(server), { timeout: 5_000 }).toBe(2);
    expect(silent.every((socket) => socket.destroyed || socket.readableEnded)).toBe(true);
    expect(await ask(kept!)).toBe(true);
  });

  it("that were used once leave the reserve to addresses with a session", async () => {
    const server = await listening({ isKnown: (address) => address === "127.0.0.7" });
    // One by one beyond 80, so that none finds another without a request, which it would close.
    for (const count of [80, ...Array<number>(10).fill(1)]) await connected(server, count, { begin: GET });
    const [stranger] = await connected(server, 1);
    expect(await ask(stranger!)).toBe(false);
    const [user] = await connected(server, 1, { from: "127.0.0.7" });
    expect(await ask(user!)).toBe(true);
  });

  it("of a trusted proxy are left to the proxy", async () => {
    const server = await listening({ proxies: STRANGER });
    await connected(server, 95);
    await pause(LIMITS.firstByteMs * 2);
    expect(await open(server)).toBe(95);
  });

  it("cannot close those of addresses where a user signed in, which the server remembers", async () => {
    await server.as("maker");
    expect(server.services.sessions.addresses.has("::ffff:127.0.0.1")).toBe(true);
    const other = new KnownAddresses();
    expect(other.has("127.0.0.1")).toBe(false);
    await other.load(server.db);
    expect(other.has("127.0.0.1")).toBe(true);
    other.note("127.0.0.2", Date.now() - 86_400_000);
    expect(other.has("127.0.0.2")).toBe(false);
  });
});
