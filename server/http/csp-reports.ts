/** Counts and logs the Content-Security-Policy violations that browsers report. Tests assert that there are none. */
import type { FastifyInstance } from "fastify";
import { buildSuccess } from "./envelope.ts";
import { CSP_REPORT_PATH } from "./headers.ts";
import { readLanguage } from "../core/language.ts";

/** Maximum number of reports logged per minute. Further ones are only counted. */
const LOGGED_PER_MINUTE = 20;

export async function registerCspReports(app: FastifyInstance): Promise<void> {
  let logged = 0;
  let minute = 0;
  app.post(CSP_REPORT_PATH, { bodyLimit: 64 * 1024 }, async (request, reply) => {
    app.cspReports.count++;
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, logged] = [now, 0];
    if (logged++ < LOGGED_PER_MINUTE)
      request.log.warn({ report: String(request.body).slice(0, 2_000) }, "content security policy");
    return reply.code(204).send();
  });
  app.get(CSP_REPORT_PATH, async (request) =>
    buildSuccess({ count: app.cspReports.count }, readLanguage(request), request.id),
  );
}
