/** `portolan provider`: tests a provider over HTTP, and lists, retries or dismisses parked callbacks. */
import { resolveFolders } from "../config/folders.ts";
import { HTTP_SETTINGS } from "../config/provider-settings.ts";
import { readSecret, type Environment } from "../config/read.ts";
import type { Lang } from "@portolan/engine";
import { auditAction } from "../operators/operators.ts";
import { DISMISS_ACTION, listEvents, readEvent, retryEvent } from "../providers/inbox.ts";
import { createHttpPort } from "../providers/http/provider.ts";
import { readSecrets } from "../providers/http/signature.ts";
import { PORTS, type PortName } from "../providers/provider-port.ts";
import { listenForCallbacks } from "../providers/verify/callbacks.ts";
import { formatCases, verifyProvider } from "../providers/verify/run.ts";
import { createAction, createAttributedAction, createProposalAction } from "./actions.ts";
import { formatRows, Refused, UsageError, type Action, type Invocation, type Outcome } from "./command.ts";
import { getText } from "./texts.ts";

/** Default local port for the callbacks of a provider under test. */
const LISTEN = 9001;

export const providerActions: readonly Action[] = [
  { usages: ["provider verify <address> --port <port> [--listen <number>]"], run: verify },
  createAction("provider events", async ({ db, lang }) =>
    formatRows(
      (await listEvents(db)).map(({ port, id, event, reason, askId, receivedAt }) => [
        port,
        id,
        event,
        reason ?? "-",
        askId ?? "-",
        receivedAt,
      ]),
      getText(lang, "provider.none"),
    ),
  ),
  createAttributedAction("provider retry <port> <event>", async ({ db, lang, operator }, given, id) => {
    const port = readPort(lang, given);
    await db.tx(async (tx) => {
      const tenant = await retryEvent(tx, { port, id, at: Date.now() });
      if (tenant === undefined) throw new Refused(getText(lang, "provider.noEvent", { id }));
      await auditAction(tx, { operator, action: "provider.retry", object: `${port}/${id}`, tenant });
    });
    return getText(lang, "provider.retried", { id });
  }),
  createProposalAction("provider dismiss <port> <event> --why <text>", async ({ db, lang }, given, id) => {
    const port = readPort(lang, given);
    const parked = await readEvent(db, port, id);
    if (parked?.state !== "parked") throw new Refused(getText(lang, "provider.noEvent", { id }));
    return {
      act: DISMISS_ACTION,
      tenant: parked.m,
      object: `${port}/${id}`,
      shows: { event: parked.event, reason: parked.reason ?? "-" },
      body: { port, event: id },
    };
  }),
];

/** @throws UsageError unless it is the name of a port */
function readPort(lang: Lang, given: string | undefined): PortName {
  const names = PORTS.map(({ name }) => name);
  const port = names.find((name) => name === given);
  if (!port) throw new UsageError(getText(lang, "provider.port", { names: names.join(getText(lang, "comma")) }));
  return port;
}

async function verify({ env, lang, product, options }: Invocation, address = ""): Promise<Outcome> {
  const name = readPort(lang, options["port"]);
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) throw new UsageError(getText(lang, "provider.address"));
  const setting = `PROVIDER_${name.toUpperCase()}`;
  const settings = readProviderSettings(env, { setting, address });
  const secrets = readSecrets(settings["SECRET"] ?? "");
  if (!secrets) throw new UsageError(getText(lang, "provider.secret", { name: `${setting}_SECRET` }));
  const listener = await listenForCallbacks(secrets, Number(options["listen"] ?? LISTEN));
  try {
    const { entities } = product.readSchemas(resolveFolders({ schemasDir: env["SCHEMAS_DIR"] }).schemasDir);
    const port = createHttpPort(name, settings);
    const http = { url: address.replace(/\/$/, ""), secrets };
    const results = await verifyProvider({ port, entities, http, callbacks: listener });
    return {
      status: results.some(({ outcome }) => outcome === "broken") ? 1 : 0,
      text: `${getText(lang, "provider.callbacks", { url: `${listener.url}/` })}\n${formatCases(results)}`,
    };
  } finally {
    listener.close();
  }
}

/**
 * Returns the settings for the provider at a URL. Each but the address may be a `file:` value.
 *
 * @throws Error when a file cannot be read
 */
function readProviderSettings(
  env: Environment,
  { setting, address }: { setting: string; address: string },
): Readonly<Partial<Record<string, string>>> {
  const given = HTTP_SETTINGS.filter((name) => name !== "URL").flatMap((name) => {
    const value = env[`${setting}_${name}`];
    return value ? [[name, readSecret(value)] as const] : [];
  });
  return { ...Object.fromEntries(given), URL: address };
}
