/** `POST /hooks/<port>`: receives signed callbacks from providers. */
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { readErrorMessage } from "../core/error-message.ts";
import type { Clock } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import type { Seal } from "../core/seal.ts";
import type { Database } from "../store/database.ts";
import { storeEvent } from "./inbox.ts";
import { BadSignature, type ProviderEvent, type ProviderPort, type Providers } from "./provider-port.ts";

const MAX_BYTES = 256 * 1024;

export interface HookOptions {
  db: Database;
  clock: Clock;
  seal: Seal;
  providers: Providers;
  notifyWorker(): void;
}

/**
 * Returns the routes of the ports that receive callbacks. An event is stored and committed before the response (204),
 * and fired by a job.
 */
export function createHooks({ db, clock, seal, providers, notifyWorker }: HookOptions): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    for (const provider of Object.values(providers)) {
      const { name: port } = provider;
      if (!provider.receive) continue;
      app.post(`/hooks/${port}`, { bodyLimit: MAX_BYTES }, async (request, reply) => {
        const events = await receive(provider, request.headers, request.body, (reason) =>
          request.log.warn({ port, reason }, "callback refused"),
        );
        let isNew = false;
        for (const event of events)
          if (await db.tx((tx) => storeEvent(tx, { port, event, at: clock.now() }, seal))) isNew = true;
        if (isNew) notifyWorker();
        return reply.code(204).send();
      });
    }
  };
}

/** Parses a callback. @throws Failure `badSignature`; `badJson` for a signed body that is not an event */
async function receive(
  { receive: translate }: ProviderPort,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: unknown,
  log: (reason: string) => void,
): Promise<readonly ProviderEvent[]> {
  if (!translate) return [];
  const single = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  try {
    return await translate({
      headers: Object.fromEntries(single),
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    });
  } catch (error) {
    log(readErrorMessage(error));
    throw new Failure(error instanceof BadSignature ? "badSignature" : "badJson");
  }
}
