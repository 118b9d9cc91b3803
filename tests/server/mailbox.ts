/** SMTP server for tests that stores the mails it receives. */
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface Mailbox {
  url: string;
  /** Returns all mails to an address, decoded, oldest first. */
  to(address: string): string[];
  close(): Promise<void>;
}

/** Starts an SMTP server that accepts every mail. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: { to: string; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, session, done) => {
      let text = "";
      stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      stream.on("end", () => {
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, text: partsOf(text).join("\n") });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    to: (address) => mails.flatMap((mail) => (mail.to === address ? [mail.text] : [])),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** Returns the decoded text of each part of a mail. */
export const partsOf = (mail: string): string[] =>
  [
    ...mail.matchAll(
      /Content-Transfer-Encoding: (base64|quoted-printable|7bit)\r?\n(?:[\w-]+:.*\r?\n)*\r?\n([^]*?)(?=\r?\n--)/g,
    ),
  ].map(([, encoding, text = ""]) =>
    encoding === "base64"
      ? Buffer.from(text, "base64").toString("utf8")
      : encoding === "7bit"
        ? text
        : Buffer.from(
            text
              .replace(/=\r?\n/g, "")
              .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            "latin1",
          ).toString("utf8"),
  );
