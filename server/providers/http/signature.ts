/**
 * Signs and verifies messages by Standard Webhooks (https://www.standardwebhooks.com), scheme `v1`: HMAC-SHA256 over
 * id, time and the raw bytes of the body.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { BadSignature } from "../provider-port.ts";

/** Secrets of a connection: the current one and, during a rotation, a second one. */
export type Secrets = readonly Buffer[];

/** Maximum age of a signature and maximum clock skew into the future, in seconds. */
const TOLERANCE_S = 300;
const PREFIX = "whsec_";
/** Minimum and maximum length of a secret in bytes, as in Standard Webhooks. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;
const MAX_SECRETS = 2;

/**
 * Parses one secret, or two separated by a space. Returns undefined for anything else.
 *
 * @example
 * readSecrets("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")?.length // => 1
 */
export function readSecrets(text: string): Secrets | undefined {
  const secrets = text.trim().split(/\s+/).map(readSecret);
  const valid = secrets.flatMap((secret) => secret ?? []);
  return valid.length === secrets.length && valid.length <= MAX_SECRETS ? valid : undefined;
}

function readSecret(text: string): Buffer | undefined {
  const base64 = text.slice(PREFIX.length);
  if (!text.startsWith(PREFIX) || !/^[A-Za-z0-9+/]+=*$/.test(base64)) return undefined;
  const secret = Buffer.from(base64, "base64");
  return secret.length >= MIN_BYTES && secret.length <= MAX_BYTES ? secret : undefined;
}

export interface SignedMessage {
  id: string;
  /** Seconds since the epoch. */
  timestamp: number;
  body: Buffer | string;
}

const digest = (secret: Buffer, { id, timestamp, body }: SignedMessage): string =>
  createHmac("sha256", secret).update(`${id}.${timestamp}.`).update(body).digest("base64");

/**
 * Returns the headers of a signed message. There is one signature per secret, because the receiver may have either
 * secret.
 */
export function signMessage(secrets: Secrets, message: SignedMessage): Record<string, string> {
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestamp),
    "webhook-signature": secrets.map((secret) => `v1,${digest(secret, message)}`).join(" "),
  };
}

/**
 * Verifies a message over its raw bytes, in constant time. `now`: seconds since the epoch.
 *
 * @throws BadSignature when the signature is missing, expired or wrong
 */
export function verifyMessage(
  secrets: Secrets,
  headers: Readonly<Record<string, string | undefined>>,
  { body, now }: { body: Buffer; now: number },
): void {
  const { "webhook-id": id, "webhook-timestamp": time = "", "webhook-signature": given = "" } = headers;
  if (!id || !given) throw new BadSignature("the message is not signed");
  if (!/^\d{1,12}$/.test(time) || Math.abs(now - Number(time)) > TOLERANCE_S)
    throw new BadSignature("the signature is more than five minutes old or ahead");
  const signatures = given.split(" ").flatMap((item) => (item.startsWith("v1,") ? [Buffer.from(item.slice(3))] : []));
  const right = secrets.map((secret) => Buffer.from(digest(secret, { id, timestamp: Number(time), body })));
  const isValid = signatures.some((signature) =>
    right.some((due) => signature.length === due.length && timingSafeEqual(signature, due)),
  );
  if (!isValid) throw new BadSignature("no signature of the message is right");
}
