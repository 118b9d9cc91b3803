import { createManualProvider } from "../manual-provider/provider.ts";
import type { Implementations } from "../providers/connect-providers.ts";
import { createHttpPort } from "../providers/http/provider.ts";

/**
 * Built-in implementations of provider ports, by their names in settings: an operator's desk, or an HTTP API. A port
 * may also be disabled, simulated, or implemented by a package.
 */
export const realProviders: Implementations = {
  desk: createManualProvider,
  http: (port, { settings }) => createHttpPort(port, settings),
};
