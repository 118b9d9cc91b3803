/** The operators' port: detailed probes and metrics, on an address that users cannot reach. */
import Fastify, { type FastifyInstance } from "fastify";
import type { Metrics } from "./metrics.ts";
import { findReadiness } from "./health.ts";

/** Opens the port (0: any free port) and returns its address. Close it before the app. */
export async function openOps(
  app: FastifyInstance,
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<{ address: string; close(): Promise<void> }> {
  metrics.watchProcess();
  const stopWatching = metrics.watchWork();
  const ops = Fastify({ logger: false, forceCloseConnections: true });
  ops.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));
  ops.get("/livez", async () => ({ ok: true }));
  ops.get("/readyz", async (_request, reply) => {
    const { isReady, ok, parts } = await findReadiness(app);
    return reply.code(isReady ? 200 : 503).send({ ok, parts });
  });
  ops.get("/metrics", async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  return { address: await ops.listen({ host, port }), close: () => (stopWatching(), ops.close()) };
}
