import { isIP } from "node:net";
import { MessageRefused, type Message, type Sender } from "./message.ts";

/** Mail server and sender address. */
export interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://…` for implicit TLS. */
  url: string;
  /** Sender address, with or without a name. */
  from: string;
}

/** Socket timeout in milliseconds. */
const SILENCE_MS = 20_000;
const CONNECT_MS = 10_000;
const CONNECTIONS = 3;

/** Creates an email sender. It requires TLS, except for a server on this machine or with `?tls=off` in the URL. */
export function createSmtp({ url, from }: SmtpOptions): Sender {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const secure = protocol === "smtps:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const options = {
    pool: true,
    maxConnections: CONNECTIONS,
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isThisMachine(host) && searchParams.get("tls") !== "off",
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  // Import nodemailer on first use, because loading it would delay every start.
  const openTransport = async () => (await import("nodemailer")).createTransport(options);
  let opened: ReturnType<typeof openTransport> | undefined;
  const open = () => (opened ??= openTransport());
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return {
    async send({ id, to, subject, text }) {
      try {
        const transport = await open();
        await transport.sendMail({
          from,
          to: { name: "", address: to },
          subject,
          text,
          html: renderHtml({ subject, text }),
          messageId: `<${id}@${domain}>`,
          headers: { "Auto-Submitted": "auto-generated" },
        });
      } catch (error) {
        throw translateError(error);
      }
    },
    async verify() {
      await (await open()).verify();
    },
    close: () =>
      void opened?.then(
        (transport) => transport.close(),
        () => undefined,
      ),
  };
}

const isThisMachine = (host: string) =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));

/** Properties that nodemailer adds to an error. */
interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  command?: string;
}

/**
 * Returns an error without addresses, because errors of jobs are stored and logged. A 5xx reply to a recipient or a
 * message becomes a permanent refusal.
 */
function translateError(error: unknown): Error {
  const { code = "unknown", responseCode, command = "" }: SmtpError = error instanceof Error ? error : new Error();
  const status = Number(responseCode);
  const text = `SMTP ${command} ${status || ""} ${code}`.replace(/\s+/g, " ");
  const isFinal = status >= 500 && status < 600 && (code === "EENVELOPE" || code === "EMESSAGE");
  return isFinal ? new MessageRefused(text) : new Error(text);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const escape = (text: string) => text.replace(/[&"<>]/g, (letter) => ENTITIES[letter] ?? letter);

/** Renders a message as HTML, with one paragraph for each line. */
function renderHtml({ subject, text }: Pick<Message, "subject" | "text">): string {
  const lines = text.split("\n").map((line) => `<p style="margin:0 0 12px">${escape(line)}</p>`);
  return [
    `<!doctype html><html><head><meta charset="utf-8"><title>${escape(subject)}</title></head>`,
    `<body style="margin:0;padding:24px;font:16px/1.5 -apple-system,'Segoe UI','PingFang SC','Microsoft YaHei',sans-serif;color:#1a1a1a">`,
    `<div style="max-width:560px">${lines.join("")}</div></body></html>`,
  ].join("");
}
