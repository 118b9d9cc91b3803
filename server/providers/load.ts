/** Connects providers that are packages: each exports by default what makes its port. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { PORTS, type PortName, type ProviderPort } from "./port.ts";
import type { Providers } from "./registry.ts";

/** A package to load: npm package or path of a file, and its own settings. */
export interface ProviderPackage {
  module: string;
  settings: Readonly<Record<string, string>>;
}

/** A provider that could not be connected. */
export interface ProviderFault {
  port: PortName;
  reason: string;
}

const METHODS = ["capabilities", "submit", "query", "health"] as const;

/**
 * Loads packages by port. Returns those that were connected, and why the others were not.
 * @example
 * const { providers, faults } = await loadProviders({ payout: { module: "@example/bank", settings: { URL: "https://bank.example" } } });
 */
export async function loadProviders(
  packages: Readonly<Record<string, ProviderPackage>>,
): Promise<{ providers: Providers; faults: ProviderFault[] }> {
  const providers: Providers = {};
  const faults: ProviderFault[] = [];
  for (const { name: port } of PORTS) {
    const wanted = packages[port];
    if (!wanted) continue;
    try {
      providers[port] = await loadProvider(port, wanted);
    } catch (error) {
      faults.push({ port, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { providers, faults };
}

/** Loads one package. @throws Error when it cannot be found, exports no function by default, or makes another port */
async function loadProvider(port: PortName, { module, settings }: ProviderPackage): Promise<ProviderPort> {
  const file = resolve(module);
  const loaded: { default?: unknown } = await import(
    /* @vite-ignore */ existsSync(file) ? pathToFileURL(file).href : module
  );
  if (typeof loaded.default !== "function") throw new Error(`${module} has no function as its default export`);
  const made: unknown = await loaded.default(settings);
  if (!isPort(made)) throw new Error(`${module} makes no provider: it needs name, ${METHODS.join(", ")}`);
  if (made.name !== port) throw new Error(`${module} is a provider of the port ${made.name}, not of ${port}`);
  return made;
}

function isPort(made: unknown): made is ProviderPort {
  if (typeof made !== "object" || made === null) return false;
  const entries: Record<string, unknown> = Object.fromEntries(
    ["name", ...METHODS].map((key) => [key, Reflect.get(made, key)]),
  );
  return typeof entries.name === "string" && METHODS.every((method) => typeof entries[method] === "function");
}
