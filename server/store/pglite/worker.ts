/**
 * Worker thread of the database, in which a long statement does not block the server's event loop. Runs requests in
 * order.
 */
import { parentPort, workerData } from "node:worker_threads";
import { openPglite } from "./create.ts";
import { SyncFailed } from "./durable-fs.ts";
import type { Reply, Request, Start, WireError } from "./protocol.ts";
import { Statements } from "./statements.ts";

if (!parentPort) throw new Error("the database's thread runs in a worker: start it by Link.start");
const port = parentPort;
const reply = (message: Reply) => port.postMessage(message);

const toWireError = (error: unknown): WireError => {
  const known: Partial<Record<keyof WireError, unknown>> = typeof error === "object" && error !== null ? error : {};
  const about = (["constraint", "table", "column"] as const).flatMap((name) => {
    const value = known[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  return {
    message: String(known.message ?? error),
    code: typeof known.code === "string" ? known.code : "",
    ...Object.fromEntries(about),
  };
};
/**
 * Reports an error that ends this thread, because an error that is not PostgreSQL's leaves the engine in an unknown
 * state. The code `58030` means that writes may not be on disk, so that the thread must not be restarted. After any
 * other such error (`57P01`), opening the database again repairs it.
 */
const isFatal = (error: unknown) =>
  reply({ fatal: { ...toWireError(error), code: error instanceof SyncFailed ? "58030" : "57P01" } });
const isOwn = (error: unknown) => /^[0-9A-Z]{5}$/.test(toWireError(error).code);

const start: Start = workerData;
try {
  const { pg, fs, version } = await openPglite(start);
  const statements = new Statements(pg);
  const handle = async (request: Request): Promise<Reply> => {
    const { id } = request;
    switch (request.kind) {
      case "run": {
        const found = await statements.run(request.statements);
        if (request.statements.some(({ sql }) => sql === "CHECKPOINT")) fs?.resetLogBytes();
        const replies = found.map((item) => {
          if (!(item instanceof Error)) return item;
          if (!isOwn(item)) throw item;
          return { error: toWireError(item) };
        });
        return { id, replies, unsynced: fs?.unsynced ?? false, wal: fs?.logBytes ?? 0 };
      }
      case "sync":
        await fs?.flush();
        return { id, done: true };
      case "dump":
        return { id, dump: new Uint8Array(await (await pg.dumpDataDir("none")).arrayBuffer()) };
      case "close":
        await pg.close();
        return { id, done: true };
    }
  };
  // Requests run one after the other. Only syncs run concurrently with further statements.
  let last = Promise.resolve();
  port.on("message", (request: Request) => {
    const beside = request.kind === "sync";
    const done = beside ? handle(request) : last.then(() => handle(request));
    const replied = done.then(reply, (error) =>
      isOwn(error) ? reply({ id: request.id, error: toWireError(error) }) : isFatal(error),
    );
    if (!beside) last = replied;
  });
  reply({ ready: true, version });
} catch (error) {
  reply({ fatal: { ...toWireError(error), code: "58000" } });
}
