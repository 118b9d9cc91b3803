/** Sources of market prices that are polled: an HTTP API, or a package. Operators set prices with `portolan rates`. */
import type { ProviderChoice } from "../../config/provider-settings.ts";
import { createHttpTransport, requireOk } from "../../providers/http/provider.ts";
import { requireMessage } from "../../providers/http/messages.ts";
import { importDefault } from "../../providers/connect-providers.ts";
import type { Check } from "../../app/readiness.ts";
import { createCheck } from "../../core/create-check.ts";
import type { Moment } from "./market.ts";
import { readErrorMessage } from "../../core/error-message.ts";

/** Timeout of a request in milliseconds. */
const TIMEOUT_MS = 5_000;

/** Prices at one moment, as sent by a source: units of each currency for one US dollar. */
export interface SentPrices {
  /** Time of the prices, ISO 8601. */
  at: string;
  mids: Moment["mids"];
}

export interface MarketSource {
  /** Returns the newest prices, which `readPrices` validates. @throws Error without a successful response */
  read(signal: AbortSignal): Promise<unknown>;
}

const PRICES = {
  type: "object",
  required: ["at", "mids"],
  properties: {
    at: { type: "string", pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$` },
    mids: {
      type: "object",
      minProperties: 1,
      maxProperties: 300,
      propertyNames: { pattern: "^[A-Z]{3}$" },
      // Greater than zero, with at most 9 digits before and 12 digits after the decimal point.
      additionalProperties: { type: "string", pattern: String.raw`^(?=.*[1-9])\d{1,9}(\.\d{1,12})?$` },
    },
  },
};
export const checkPrices = createCheck<SentPrices>(PRICES);

/**
 * Connects the configured source, or returns undefined if operators set the prices or the market is disabled.
 *
 * @throws Error when it cannot be connected
 */
export async function connectMarket(choice: ProviderChoice | undefined): Promise<MarketSource | undefined> {
  if (choice?.by === "http") return createHttpSource(choice.settings);
  if (choice?.by !== "package") return undefined;
  const made = await importDefault(choice);
  if (!isSource(made)) throw new Error(`${String(choice.module)} makes no source of prices: it needs read`);
  return made;
}

/**
 * Reads and validates the newest prices.
 *
 * @throws Error when there is no successful response within five seconds, or the response is malformed
 */
export async function readPrices(source: MarketSource): Promise<SentPrices> {
  return requireMessage(checkPrices, await source.read(AbortSignal.timeout(TIMEOUT_MS)), "the answer about prices");
}

function createHttpSource(settings: ProviderChoice["settings"]): MarketSource {
  const transport = createHttpTransport(settings);
  return {
    async read(signal) {
      const response = await transport.send({ method: "GET", path: "/rates", signal });
      requireOk(response);
      return response.body;
    },
  };
}

/** Setting that the results of `probeMarket` refer to. */
const SETTING = "PROVIDER_MARKET";

export async function probeMarket(choice: ProviderChoice | undefined): Promise<Check[]> {
  let source: MarketSource | undefined;
  try {
    source = await connectMarket(choice);
  } catch (error) {
    return [{ about: SETTING, fault: readErrorMessage(error), ofSettings: true }];
  }
  if (!source) return [];
  try {
    return [{ about: SETTING, found: (await readPrices(source)).at }];
  } catch (error) {
    return [{ about: SETTING, fault: readErrorMessage(error) }];
  }
}

const isSource = (made: unknown): made is MarketSource =>
  typeof made === "object" && made !== null && "read" in made && typeof made.read === "function";
