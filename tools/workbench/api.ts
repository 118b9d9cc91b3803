/**
 * API of the workbench below `/workbench/api/`. Accepts requests only from this machine, and writes only from the
 * workbench's own page, which keeps other sites open in the same browser out.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Lang } from "../../src/engine/index.ts";
import { explain } from "../schemas/explain.ts";
import { type Bench, checkModule } from "./bench.ts";
import { API, type Mend, type PreviewCall, type Save, type Try } from "./protocol.ts";
import { fileOf, outsideOf, sheetsOf } from "./surfaces.ts";
import { respond } from "./world.ts";

export { prepareKinds } from "../../src/payments/compiler.ts";
export { Bench } from "./bench.ts";

/** Maximum size of a request body, in bytes. */
const MOST = 4 * 1024 * 1024;

/** Creates the middleware for `/workbench/api/`. */
export function apiOf(bench: Bench): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  return (request, response, next) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (!url.pathname.startsWith(`${API}/`)) return next();
    if (!isLocal(request)) return send(response, 403, { refused: "host" });
    if (request.method === "POST" && !isOurs(request)) return send(response, 403, { refused: "origin" });
    const name = `${request.method} ${url.pathname.slice(API.length + 1)}`;
    const handler = HANDLERS[name] ?? (name.startsWith("GET check/") ? HANDLERS["GET check"] : undefined);
    if (!handler) return send(response, 404, { refused: "path" });
    const work = async () => {
      const body = request.method === "POST" ? await bodyOf(request) : undefined;
      if (TEXTS.has(name) && !isTry(body)) return send(response, 400, { refused: "body" });
      return handler({ bench, url, body, response });
    };
    work().catch((error: unknown) =>
      send(response, 500, {
        refused: "broken",
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    );
  };
}

interface ApiRequest {
  bench: Bench;
  url: URL;
  body: unknown;
  response: ServerResponse;
}
const langOf = (url: URL): Lang => (url.searchParams.get("lang") === "en" ? "en" : "zh");
const GONE = { refused: "gone" };

const HANDLERS: Record<string, (request: ApiRequest) => unknown> = {
  "GET items": ({ bench, response }) => send(response, 200, bench.items()),
  "GET file": ({ bench, url, response }) => {
    const text = bench.read(url.searchParams.get("path") ?? "");
    return text === undefined ? send(response, 404, { refused: "path" }) : send(response, 200, { text });
  },
  "POST try": ({ bench, body, response }) => send(response, 200, bench.try(body as Try)),
  "GET verdicts": async ({ bench, url, response }) => {
    const trial = bench.trial(Number(url.searchParams.get("v")));
    return trial ? send(response, 200, await bench.verdicts(trial)) : send(response, 404, GONE);
  },
  "GET unguarded": async ({ bench, url, response }) => {
    const trial = bench.trial(Number(url.searchParams.get("v")));
    return trial ? send(response, 200, await bench.unguarded(trial)) : send(response, 404, GONE);
  },
  "POST whole": ({ bench, body, response }) => send(response, 200, bench.whole(body as Try, (body as { v: number }).v)),
  "POST save": ({ bench, body, response }) => {
    const refused = bench.save(body as Save);
    return send(response, refused ? 409 : 200, refused ?? {});
  },
  "POST cases": async ({ bench, body, response }) => {
    const trial = bench.trial((body as Mend).v);
    return trial?.shown.casesFile
      ? send(response, 200, { text: await bench.mended(trial, body as Mend) })
      : send(response, 404, GONE);
  },
  "GET reaches": ({ bench, url, response }) => {
    const trial = bench.trial(Number(url.searchParams.get("v")));
    return trial
      ? send(
          response,
          200,
          explain(trial.schemas, `${trial.shown.name}.${url.searchParams.get("field") ?? ""}`)?.reaches ?? [],
        )
      : send(response, 404, GONE);
  },
  "GET entity": ({ bench, url, response }) => {
    const entity = bench.trial(Number(url.searchParams.get("v")))?.saved(url.searchParams.get("name") ?? "");
    return entity ? send(response, 200, entity) : send(response, 404, GONE);
  },
  "POST call": async ({ bench, body, response }) => {
    const { v, entity: name, call, body: sent, lang, rows } = body as PreviewCall;
    const trial = bench.trial(v);
    const entity = trial?.entity(name);
    const map = trial && entity && (await respond(trial, entity, { call, body: sent }, { lang, rows }));
    return map ? send(response, 200, map) : send(response, 404, GONE);
  },
  "GET sheets": async ({ bench, url, response }) => {
    const trial = bench.trial(Number(url.searchParams.get("v")));
    return trial ? send(response, 200, await sheetsOf(trial, langOf(url))) : send(response, 404, GONE);
  },
  "GET download": async ({ bench, url, response }) => {
    const trial = bench.trial(Number(url.searchParams.get("v")));
    const file =
      trial && (await fileOf(trial, url.searchParams.get("what") === "template" ? "template" : "export", langOf(url)));
    if (!file) return send(response, 404, GONE);
    response.writeHead(200, file.headers).end(file.bytes);
  },
  "GET outside": async ({ bench, url, response }) => {
    const trial = bench.trial(Number(url.searchParams.get("v")));
    return trial ? send(response, 200, await outsideOf(trial)) : send(response, 404, GONE);
  },
  "GET check": async ({ bench, url, response }) => {
    const trial = bench.trial(Number(url.searchParams.get("v")));
    if (!trial) return send(response, 404, GONE);
    const code = await checkModule(trial);
    response
      .writeHead(200, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-store" })
      .end(code);
  },
};

/** Requests whose body replaces a file. */
const TEXTS = new Set(["POST try", "POST whole", "POST save"]);
const isTry = (body: unknown): body is Try =>
  typeof body === "object" &&
  body !== null &&
  ["path", "text"].every((name) => typeof (body as Record<string, unknown>)[name] === "string");

function send(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" })
    .end(JSON.stringify(value));
}

const NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);
const LOOPBACK = /^(::1|(::ffff:)?127\.)/;
/** Rejects requests from other machines, and other host names (DNS rebinding). */
export function isLocal(request: IncomingMessage): boolean {
  const name = (request.headers.host ?? "").replace(/:\d+$/, "");
  return NAMES.has(name) && LOOPBACK.test(request.socket.remoteAddress ?? "");
}

/** Other sites cannot send JSON without a preflight request, and none of them has our origin. */
function isOurs({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  return (
    (headers["content-type"] ?? "").startsWith("application/json") &&
    (origin === undefined || origin === `http://${host}`) &&
    (site === undefined || site === "same-origin")
  );
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST) throw new Error("the text is too long");
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
