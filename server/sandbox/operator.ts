/**
 * Operator port of the sandbox. It listens on the loopback interface with its own token, and never on the portal's
 * origin, so that no page and no merchant can reach it. `npm run sim` reads the port and the token from `sim.json` in
 * the data folder, which only its owner may read.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { join } from "node:path";
import { readErrorMessage } from "../core/error-message.ts";
import { Failure } from "../core/failure.ts";
import { writeSecret } from "./password.ts";
import { UsageError, type CommandInput, type OperatorCommands, type OperatorContext } from "./operator-command.ts";

export const SIM_FILE = "sim.json";
const MAX_BODY = 64 * 1024;

/** What the port serves: the commands, and their dependencies. */
interface Served<C extends OperatorContext> {
  desk: C;
  commands: OperatorCommands<C>;
}

/** Opens the port (0: any free port) and writes its number and token to `SIM_FILE`. */
export async function openOperator<C extends OperatorContext>(
  served: Served<C>,
  dataDir: string,
  port: number,
): Promise<{ port: number; close(): Promise<void> }> {
  const token = randomBytes(24).toString("base64url");
  const server: Server = createServer((request, response) => {
    answerRequest(served, request, token).then(
      ([status, body]) =>
        response
          .writeHead(status, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" })
          .end(JSON.stringify(body)),
      () => response.writeHead(500).end("{}"),
    );
  });
  server.requestTimeout = 60_000;
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const file = join(dataDir, SIM_FILE);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the operator's server has no port");
  const actual = address.port;
  writeSecret(file, JSON.stringify({ port: actual, token }));
  return {
    port: actual,
    close: () =>
      new Promise((resolve) => {
        rmSync(file, { force: true });
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerRequest<C extends OperatorContext>(
  { desk, commands }: Served<C>,
  request: IncomingMessage,
  token: string,
): Promise<[number, unknown]> {
  // Reject requests of web pages, with which browsers send at least one of these headers.
  if (request.headers.origin !== undefined || request.headers["sec-fetch-site"] !== undefined)
    return [403, { error: "not for browsers" }];
  const given = Buffer.from(request.headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return [401, { error: "wrong token" }];
  const name = (request.url ?? "").slice(1);
  const verb = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (request.method !== "POST" || !verb)
    return [404, { error: "unknown verb", verbs: Object.values(commands).map(({ usage }) => usage) }];
  try {
    return [200, { result: await verb.run(desk, await readCommand(request)) }];
  } catch (error) {
    if (error instanceof Failure) return [409, { error: error.failure, params: error.params, errors: error.errors }];
    return [
      400,
      {
        error: readErrorMessage(error),
        ...(error instanceof UsageError || error instanceof RangeError ? { usage: verb.usage } : {}),
      },
    ];
  }
}

async function readCommand(request: IncomingMessage): Promise<CommandInput> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += String(chunk);
    if (text.length > MAX_BODY) throw new UsageError("too much");
  }
  const { words = [], options = {} }: Partial<CommandInput> = JSON.parse(text || "{}");
  return {
    words: words.map(String),
    options: Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)])),
  };
}
