import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { TracedOperation } from "../core/diagnostics.ts";

/**
 * Returns a request id of 16 random hexadecimal digits, which appears in the response, the log and the audit log. Never
 * taken from the client.
 */
export const createTraceId = (): string => randomBytes(8).toString("hex");

const TRACE_DIGITS = 32;
/** Matches a `traceparent` of W3C Trace Context, version 00. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/**
 * Returns the trace context of a request: the context sent by a trusted proxy, else a new one whose trace id ends with
 * the id in the envelope.
 */
export function readTrace({
  id,
  ips = [],
  headers,
}: FastifyRequest): Pick<TracedOperation, "traceId" | "parentId" | "attributes"> {
  const { traceparent } = headers;
  // More than one address means that a trusted proxy forwarded the request.
  const [, traceId, parentId] =
    ips.length > 1 && typeof traceparent === "string" ? (TRACEPARENT.exec(traceparent) ?? []) : [];
  return { traceId: traceId ?? id.padStart(TRACE_DIGITS, "0"), parentId, attributes: { "portolan.trace": id } };
}
