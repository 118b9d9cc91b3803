/** `portolan provider`: tests a provider over HTTP, and lists or retries parked callbacks. */
import { resolveFolders } from "../config/folders.ts";
import { HTTP_SETTINGS } from "../config/provider-settings.ts";
import { readSecret, type Environment } from "../config/read.ts";
import { auditAction } from "../operators/operators.ts";
import { DISMISS_ACTION, listEvents, readEvent, retryEvent } from "../providers/inbox.ts";
import { createHttpPort } from "../providers/http/provider.ts";
import { readSecrets } from "../providers/http/signature.ts";
import { PORTS, type PortName } from "../providers/provider-port.ts";
import { listenForCallbacks } from "../providers/verify/callbacks.ts";
import { formatCases, verifyProvider } from "../providers/verify/run.ts";
import { UsageError, type Command, type Invocation, type Outcome } from "./command.ts";
import { withDatabase } from "./with-database.ts";
import { proposeAction, requireReason } from "./proposal-tools.ts";
import { identifyOperator, operatorOptions, requireOperator } from "./sign-in.ts";

/** Default local port for the callbacks of a provider under test. */
const LISTEN = 9001;

const TEXTS = {
  en: {
    needs: "portolan provider verify <address>, or provider events, or provider retry|dismiss <port> <event>",
    port: `the port is one of ${PORTS.map(({ name }) => name).join(", ")}`,
    address: "the address of the provider's API begins with http:// or https://",
    secret: (name: string) => `${name} has to hold the secret that the provider signs with (whsec_…)`,
    callbacks: (url: string) => `Callbacks were expected at ${url}`,
    none: "No callback waits.",
    retried: (id: string) => `${id} is tried again`,
    noEvent: (id: string) => `no callback ${id} waits`,
  },
  zh: {
    needs: "portolan provider verify <地址>、provider events 或 provider retry|dismiss <接口> <事件>",
    port: `接口应为 ${PORTS.map(({ name }) => name).join("、")} 之一`,
    address: "服务商 API 的地址应以 http:// 或 https:// 开头",
    secret: (name: string) => `请在 ${name} 中填入服务商的签名密钥（whsec_…）`,
    callbacks: (url: string) => `接收回调的地址：${url}`,
    none: "没有待处理的回调。",
    retried: (id: string) => `${id} 将重新处理`,
    noEvent: (id: string) => `没有待处理的回调 ${id}`,
  },
};

export const provider: Command = {
  usage:
    "provider verify <address> --port <port> [--listen <number>] | provider events | provider retry <port> <event> --operator <name> | provider dismiss <port> <event> --why <text>",
  description: {
    en: "tries a provider over HTTP by the cases of its protocol; lists callbacks that could not be used, tries one again, or proposes to dismiss it",
    zh: "按协议用例检验 HTTP 服务商；列出未能处理的回调、重新处理其中一条，或提出不再处理",
  },
  options: {
    port: { type: "string", description: { en: "which port it answers", zh: "它负责的接口" } },
    listen: {
      type: "string",
      description: {
        en: `port of the loopback for its callbacks; default ${LISTEN}`,
        zh: `接收回调的本机端口，默认 ${LISTEN}`,
      },
    },
    ...operatorOptions,
    why: { type: "string", description: { en: "why the callback is dismissed", zh: "不再处理该回调的原因" } },
  },
  run: (invocation) => {
    const [what, ...rest] = invocation.args;
    if (what === "verify" && rest.length === 1) return verify(invocation, rest[0] ?? "");
    if (what === "events" && rest.length === 0) return showEvents(invocation);
    if (what === "retry" && rest.length === 2) return retry(invocation, rest);
    if (what === "dismiss" && rest.length === 2) return dismiss(invocation, rest);
    throw new UsageError(TEXTS[invocation.lang].needs);
  },
};

const readPort = (name: unknown): PortName | undefined => PORTS.find((port) => port.name === name)?.name;

async function verify({ env, lang, product, options }: Invocation, address: string): Promise<Outcome> {
  const texts = TEXTS[lang];
  const name = readPort(options["port"]);
  if (!name) throw new UsageError(texts.port);
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) throw new UsageError(texts.address);
  const setting = `PROVIDER_${name.toUpperCase()}`;
  const settings = readProviderSettings(env, { setting, address });
  const secrets = readSecrets(settings["SECRET"] ?? "");
  if (!secrets) throw new UsageError(texts.secret(`${setting}_SECRET`));
  const listener = await listenForCallbacks(secrets, Number(options["listen"] ?? LISTEN));
  try {
    const { entities } = product.readSchemas(resolveFolders({ schemasDir: env["SCHEMAS_DIR"] }).schemasDir);
    const port = createHttpPort(name, settings);
    const http = { url: address.replace(/\/$/, ""), secrets };
    const results = await verifyProvider({ port, entities, http, callbacks: listener });
    return {
      status: results.some(({ outcome }) => outcome === "broken") ? 1 : 0,
      text: `${texts.callbacks(`${listener.url}/`)}\n${formatCases(results)}`,
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

const showEvents = (invocation: Invocation): Promise<Outcome> =>
  withDatabase(invocation, async ({ db }) => {
    const lines = (await listEvents(db)).map(({ port, id, event, reason, askId, receivedAt }) =>
      [port, id, event, reason ?? "-", askId ?? "-", receivedAt].join("  "),
    );
    return { status: 0, text: lines.length === 0 ? TEXTS[invocation.lang].none : lines.join("\n") };
  });

function retry(invocation: Invocation, [port = "", id = ""]: readonly string[]): Promise<Outcome> {
  const texts = TEXTS[invocation.lang];
  const name = readPort(port);
  if (!name) throw new UsageError(texts.port);
  return withDatabase(invocation, async (opened) => {
    const { db } = opened;
    const operator = await requireOperator(invocation, opened);
    const at = Date.now();
    const tenant = await db.tx(async (tx) => {
      const found = await retryEvent(tx, { port: name, id, at });
      if (found !== undefined)
        await auditAction(tx, { operator, action: "provider.retry", object: `${name}/${id}`, tenant: found });
      return found;
    });
    return tenant === undefined
      ? { status: 1, text: texts.noEvent(id), refused: true }
      : { status: 0, text: texts.retried(id) };
  });
}

/** Proposes to dismiss a parked callback, for another operator to confirm. */
function dismiss(invocation: Invocation, [port = "", id = ""]: readonly string[]): Promise<Outcome> {
  const texts = TEXTS[invocation.lang];
  const name = readPort(port);
  if (!name) throw new UsageError(texts.port);
  const why = requireReason(invocation);
  return withDatabase(invocation, async (opened) => {
    const parked = await readEvent(opened.db, name, id);
    if (parked?.state !== "parked") return { status: 1, text: texts.noEvent(id), refused: true };
    return proposeAction(invocation, opened, await identifyOperator(invocation, opened), {
      act: DISMISS_ACTION,
      tenant: parked.m,
      object: `${name}/${id}`,
      shows: { event: parked.event, reason: parked.reason ?? "-" },
      body: { port: name, event: id },
      why,
    });
  });
}
