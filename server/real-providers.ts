/** The built-in implementations of a provider port, through which a real bank is connected. */
import { createDesk } from "./desk/provider.ts";
import type { Implementations } from "./providers/connect-providers.ts";
import { createHttpPort } from "./providers/http/provider.ts";

/**
 * Implementations by their names in settings: an operator's desk, or an HTTP API. Any other one is loaded from a package.
 */
export const realProviders: Implementations = {
  desk: createDesk,
  http: (port, { settings }) => createHttpPort(port, settings),
};
