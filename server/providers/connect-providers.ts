/** Connects the configured providers: built-in ones by name, others from a package. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProviderChoice } from "../config/provider-settings.ts";
import { PORTS, type PortName, type ProviderPort, type Providers } from "./provider-port.ts";
import { readErrorMessage } from "../core/error-message.ts";

/** Built-in implementations by their names in settings. */
export type Implementations = Readonly<Record<string, (port: PortName, choice: ProviderChoice) => ProviderPort>>;

/** A provider that could not be connected. */
export interface ProviderFault {
  port: PortName;
  reason: string;
}

const METHODS = ["capabilities", "submit", "query", "health"] as const;

/**
 * Connects providers by port. Returns the connected providers, and the faults of those that could not be connected.
 * Ports that are disabled or use a simulated provider of the product are in neither.
 *
 * @example
 * const bank = { by: "package", module: "@example/bank", settings: { URL: "https://bank.example" } } as const;
 * const { providers, faults } = await connectProviders({ payout: bank });
 */
export async function connectProviders(
  choices: Readonly<Record<string, ProviderChoice>>,
  implementations: Implementations = {},
): Promise<{ providers: Providers; faults: ProviderFault[] }> {
  const providers: Providers = {};
  const faults: ProviderFault[] = [];
  for (const { name: port } of PORTS) {
    const choice = choices[port];
    const connect = choice?.by === "package" ? loadPackage : choice && implementations[choice.by];
    // The product provides simulated providers itself, and a disabled port has no provider.
    if (!choice || !connect) continue;
    try {
      providers[port] = await connect(port, choice);
    } catch (error) {
      faults.push({ port, reason: readErrorMessage(error) });
    }
  }
  return { providers, faults };
}

/**
 * Calls the default export of a package, or of the file at that path, with its settings and returns the result.
 *
 * @throws Error when the package cannot be found or has no such function
 */
export async function importDefault({ module = "", settings }: ProviderChoice): Promise<unknown> {
  const file = resolve(module);
  const loaded: { default?: unknown } = await import(
    /* @vite-ignore */ existsSync(file) ? pathToFileURL(file).href : module
  );
  if (typeof loaded.default !== "function") throw new Error(`${module} has no function as its default export`);
  return loaded.default(settings);
}

/** Loads one provider. @throws Error as `importDefault`, or when it creates no provider or that of another port */
async function loadPackage(port: PortName, choice: ProviderChoice): Promise<ProviderPort> {
  const { module = "" } = choice;
  const made = await importDefault(choice);
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
