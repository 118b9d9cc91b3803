/** Validates the bodies that a provider sends over HTTP. */
import { createCheck, type Check } from "../../core/create-check.ts";
import type { ProviderResponse, Capabilities, ProviderEvent } from "../provider-port.ts";

const ID = { type: "string", minLength: 1, maxLength: 200 };
const EVENT = {
  type: "object",
  required: ["id", "event", "at", "input"],
  properties: {
    id: ID,
    askId: ID,
    event: { type: "string", pattern: "^[A-Za-z]{1,40}$" },
    at: { type: "string", pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$` },
    // The transition validates the fields of its input. The reference is stored unchanged, so it is validated here.
    input: { type: "object", properties: { reference: ID } },
  },
};
const ANSWER = {
  type: "object",
  required: ["askId", "state", "events"],
  properties: {
    askId: ID,
    state: { enum: ["accepted", "done", "refused"] },
    reference: ID,
    events: { type: "array", maxItems: 50, items: EVENT },
  },
};
const CAPABILITIES = {
  type: "object",
  required: ["jobs"],
  properties: {
    jobs: { type: "array", maxItems: 100, items: { type: "string" } },
    pollMs: { type: "integer", minimum: 1_000, maximum: 86_400_000 },
  },
};
/**
 * Schema of the response for a request that the provider does not know. An empty 404, such as one of a proxy, does not
 * mean that.
 */
const UNKNOWN = {
  type: "object",
  required: ["askId", "state"],
  properties: { askId: ID, state: { const: "unknown" } },
};
const HEALTH = {
  type: "object",
  required: ["ok"],
  properties: { ok: { type: "boolean" }, detail: { type: "string", maxLength: 500 } },
};

/** Health of a provider. `detail`: explanation for operators. */
export interface Health {
  ok: boolean;
  detail?: string;
}

export const checks = {
  answer: createCheck<ProviderResponse>(ANSWER),
  unknown: createCheck<{ askId: string; state: "unknown" }>(UNKNOWN),
  event: createCheck<ProviderEvent>(EVENT),
  capabilities: createCheck<Capabilities>(CAPABILITIES),
  health: createCheck<Health>(HEALTH),
};

/** Returns the body if it is valid. @throws Error listing what is invalid */
export function requireMessage<T>(check: Check<T>, body: unknown, what: string): T {
  if (check(body)) return body;
  const faults = check.errors.map(({ instancePath, message = "" }) => `body${instancePath} ${message}`);
  throw new Error(`${what} is malformed: ${faults.join(", ")}`);
}
