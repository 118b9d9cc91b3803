/** Receives the callbacks of a provider under test. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyMessage, type Secrets } from "../http/signature.ts";
import { checks } from "../http/messages.ts";
import type { ProviderEvent } from "../provider-port.ts";
import { readErrorMessage } from "../../core/error-message.ts";

export interface Callback {
  at: number;
  /** Reason why it is invalid: its signature, or a body that is not an event. */
  fault?: string;
  event?: ProviderEvent;
  status: number;
}

export interface CallbackListener {
  url: string;
  of(askId: string): readonly Callback[];
  faults(): readonly Callback[];
  /** Responds to the next callback of a request with 500. */
  refuseOnce(askId: string): void;
  close(): void;
}

/** Listens on the loopback interface (port 0: any free port) for callbacks that are signed with one of the secrets. */
export async function listenForCallbacks(secrets: Secrets, port: number): Promise<CallbackListener> {
  const received: Callback[] = [];
  const refusing = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const callback = read(Buffer.concat(chunks), request.headers, secrets);
      const askId = callback.event?.askId ?? "";
      const status = callback.fault === undefined ? (refusing.delete(askId) ? 500 : 204) : 401;
      received.push({ ...callback, status });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${readPort(server.address())}`,
    of: (askId) => received.filter(({ event }) => event?.askId === askId),
    faults: () => received.filter(({ fault }) => fault !== undefined),
    refuseOnce: (askId) => void refusing.add(askId),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const readPort = (address: string | AddressInfo | null): number =>
  typeof address === "object" && address !== null ? address.port : 0;

function read(
  body: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secrets: Secrets,
): Omit<Callback, "status"> {
  const at = Date.now();
  const single = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : [])),
  );
  try {
    verifyMessage(secrets, single, { body, now: at / 1_000 });
    const event: unknown = JSON.parse(body.toString("utf8"));
    if (!checks.event(event)) throw new Error("the body is no event");
    return { at, event };
  } catch (error) {
    return { at, fault: readErrorMessage(error) };
  }
}
