/** Connects a provider over HTTP. `docs/providers.md` describes its messages. */
import { createSecureContext } from "node:tls";
import { isRow } from "../../core/row.ts";
import type {
  ProviderResponse,
  ProviderRequest,
  Capabilities,
  PortName,
  ProviderEvent,
  ProviderPort,
} from "../provider-port.ts";
import { createGuard, type Guard } from "./guard.ts";
import { checks, requireMessage, type Health } from "./messages.ts";
import { readSecrets, verifyMessage } from "./signature.ts";
import { createTransport, type Connection, type Request, type Response, type Transport } from "./transport.ts";

/** Time in milliseconds that capabilities are cached. Older ones are used if the provider does not respond. */
const CAPABILITIES_MS = 10 * 60_000;
/**
 * Polling interval in milliseconds for a provider that specifies none. Without polling, a lost callback would never be
 * noticed.
 */
const POLL_MS = 15 * 60_000;
/** Timeout in milliseconds of requests for capabilities and health. */
const TIMEOUT_MS = 10_000;

/** Settings of an HTTP provider, without the prefix `PROVIDER_<PORT>_`. */
export type HttpSettings = Readonly<Partial<Record<string, string>>>;

/** Reads the settings. @throws Error naming a missing or invalid setting */
function readConnection({
  URL: address = "",
  SECRET: secret = "",
  CERT: cert,
  KEY: key,
  CA: ca,
}: HttpSettings): Connection {
  const secrets = readSecrets(secret);
  if (!URL.canParse(address)) throw new Error("URL is no address");
  if (!secrets) throw new Error("SECRET is no whsec_ secret");
  createSecureContext({ cert, key, ca });
  return { url: new URL(address), secrets, cert, key, ca };
}

/**
 * Creates the port of a provider over HTTP. Sends nothing yet.
 *
 * @throws Error when a setting is missing or invalid
 * @example
 * const bank = createHttpPort("payout", { URL: "https://bank.example", SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" });
 */
export function createHttpPort(
  name: PortName,
  settings: HttpSettings,
): Required<Pick<ProviderPort, "receive">> & ProviderPort {
  const connection = readConnection(settings);
  const transport = createTransport(connection);
  const guard = createGuard(connection.url.host);
  const send = createSender(transport, guard);
  let known: { at: number; capabilities: Capabilities } | undefined;
  return {
    name,
    readCircuit: () => guard.readCircuit(),
    async capabilities() {
      if (known && Date.now() - known.at < CAPABILITIES_MS) return known.capabilities;
      const capabilities = await readCapabilities(send).catch((error: unknown) => {
        if (!known) throw error;
        return known.capabilities;
      });
      known = { at: Date.now(), capabilities };
      return capabilities;
    },
    async submit(request: ProviderRequest, signal): Promise<ProviderResponse> {
      const { status, body } = await send({ method: "POST", path: "/asks", id: request.id, body: request, signal });
      requireOk({ status, body });
      return requireMessage(checks.answer, body, "the answer");
    },
    async query(askId, signal): Promise<ProviderResponse | "unknown"> {
      const path = `/asks/${encodeURIComponent(askId)}`;
      const { status, body } = await send({ method: "GET", path, signal });
      if ((status === 200 || status === 404) && checks.unknown(body) && body.askId === askId) return "unknown";
      requireOk({ status, body });
      return requireMessage(checks.answer, body, "the answer");
    },
    async receive({ headers, body }): Promise<ProviderEvent[]> {
      verifyMessage(connection.secrets, headers, { body, now: Date.now() / 1_000 });
      return [requireMessage(checks.event, JSON.parse(body.toString("utf8")), "the event")];
    },
    async health(): Promise<Health> {
      const { status, body } = await transport.send({
        method: "GET",
        path: "/health",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      requireOk({ status, body });
      return requireMessage(checks.health, body, "the answer about health");
    },
  };
}

/**
 * Creates the transport of a provider over HTTP. Sends nothing yet.
 *
 * @throws Error when a setting is missing or invalid
 */
export const createHttpTransport = (settings: HttpSettings): Transport => createTransport(readConnection(settings));

type Send = (request: Request) => Promise<Response>;

/** Returns a function that sends requests through the guard, and throws for a status of 500 or higher. */
function createSender(transport: Transport, guard: Guard): Send {
  return (request) =>
    guard.run(async () => {
      const response = await transport.send(request);
      // Throw, so that the breaker counts the response as a failure. A 4xx status does not count, because the provider
      // is working.
      if (response.status >= 500) requireOk(response);
      return response;
    }, request.signal);
}

async function readCapabilities(send: Send): Promise<Capabilities> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { status, body } = await send({ method: "GET", path: "/capabilities", signal });
  requireOk({ status, body });
  const { jobs, pollMs = POLL_MS } = requireMessage(checks.capabilities, body, "the answer about capabilities");
  return { jobs, pollMs };
}

/** Asserts that a request succeeded. @throws Error for any other status, with the reason from the body */
export function requireOk({ status, body }: Response): void {
  if (status >= 200 && status < 300) return;
  const reason = isRow(body) && typeof body["error"] === "string" ? `: ${body["error"].slice(0, 200)}` : "";
  throw new Error(`the provider answers ${status}${reason}`);
}
