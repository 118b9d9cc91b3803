/**
 * API of the workbench below `/workbench/api/`. Accepts requests only from this machine, and writes only from the
 * workbench's own page, which keeps other sites open in the same browser out.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Lang } from "@portolan/engine";
import { explain } from "../schemas/explain.ts";
import { type Trial, type Workspace, checkModule } from "./workspace.ts";
import { API, type Mend, type PreviewCall, type Save, type Try } from "./protocol.ts";
import { createFile, deriveCode, readSheets } from "./surfaces.ts";
import { respond } from "./sample-server.ts";

export { prepareKinds } from "../../src/payments/compiler.ts";
export { Workspace } from "./workspace.ts";

/** Maximum size of a request body, in bytes. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Creates the middleware for `/workbench/api/`. */
export function createApi(
  workspace: Workspace,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  return (request, response, next) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (!url.pathname.startsWith(`${API}/`)) return next();
    if (!isLocal(request)) return send(response, 403, { refused: "host" });
    if (request.method === "POST" && !isOurs(request)) return send(response, 403, { refused: "origin" });
    const name = `${request.method} ${url.pathname.slice(API.length + 1)}`;
    const handler = HANDLERS[name] ?? (name.startsWith("GET check/") ? HANDLERS["GET check"] : undefined);
    if (!handler) return send(response, 404, { refused: "path" });
    const work = async () => {
      const body = request.method === "POST" ? await readBody(request) : undefined;
      if (TEXTS.has(name) && !isTry(body)) return send(response, 400, { refused: "body" });
      return handler({ workspace, url, body, response });
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
  workspace: Workspace;
  url: URL;
  body: unknown;
  response: ServerResponse;
}
const readLang = (url: URL): Lang => (url.searchParams.get("lang") === "en" ? "en" : "zh");
const GONE = { refused: "gone" };

/** Returns the handler that answers with what `derive` returns for the trial `v`, if the trial is still known. */
const answerTrial =
  (derive: (trial: Trial, request: ApiRequest) => unknown) =>
  async (request: ApiRequest): Promise<void> => {
    const trial = request.workspace.trial(Number(request.url.searchParams.get("v")));
    return trial ? send(request.response, 200, await derive(trial, request)) : send(request.response, 404, GONE);
  };

const HANDLERS: Record<string, (request: ApiRequest) => unknown> = {
  "GET items": ({ workspace, response }) => send(response, 200, workspace.items()),
  "GET file": ({ workspace, url, response }) => {
    const text = workspace.read(url.searchParams.get("path") ?? "");
    return text === undefined ? send(response, 404, { refused: "path" }) : send(response, 200, { text });
  },
  "POST try": ({ workspace, body, response }) => send(response, 200, workspace.try(body as Try)),
  "GET verdicts": answerTrial((trial, { workspace }) => workspace.verdicts(trial)),
  "GET unguarded": answerTrial((trial, { workspace }) => workspace.unguarded(trial)),
  "POST whole": ({ workspace, body, response }) =>
    send(response, 200, workspace.whole(body as Try, (body as { v: number }).v)),
  "POST save": ({ workspace, body, response }) => {
    const refused = workspace.save(body as Save);
    return send(response, refused ? 409 : 200, refused ?? {});
  },
  "POST cases": async ({ workspace, body, response }) => {
    const trial = workspace.trial((body as Mend).v);
    return trial?.shown.casesFile
      ? send(response, 200, { text: await workspace.mended(trial, body as Mend) })
      : send(response, 404, GONE);
  },
  "GET reaches": answerTrial(
    ({ schemas, shown }, { url }) =>
      explain(schemas, `${shown.name}.${url.searchParams.get("field") ?? ""}`)?.reaches ?? [],
  ),
  "GET entity": ({ workspace, url, response }) => {
    const entity = workspace.trial(Number(url.searchParams.get("v")))?.saved(url.searchParams.get("name") ?? "");
    return entity ? send(response, 200, entity) : send(response, 404, GONE);
  },
  "POST call": async ({ workspace, body, response }) => {
    const { v, entity: name, call, body: sent, lang, rows } = body as PreviewCall;
    const trial = workspace.trial(v);
    const entity = trial?.entity(name);
    const map = trial && entity && (await respond(trial, entity, { call, body: sent }, { lang, rows }));
    return map ? send(response, 200, map) : send(response, 404, GONE);
  },
  "GET sheets": answerTrial((trial, { url }) => readSheets(trial, readLang(url))),
  "GET download": async ({ workspace, url, response }) => {
    const trial = workspace.trial(Number(url.searchParams.get("v")));
    const file =
      trial &&
      (await createFile(trial, url.searchParams.get("what") === "template" ? "template" : "export", readLang(url)));
    if (!file) return send(response, 404, GONE);
    response.writeHead(200, file.headers).end(file.bytes);
  },
  "GET outside": answerTrial(deriveCode),
  "GET check": async ({ workspace, url, response }) => {
    const trial = workspace.trial(Number(url.searchParams.get("v")));
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

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error("the text is too long");
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
