/** Entry point of the portal's server. Reads arguments and settings, and imports the server only if they are valid. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findRootFolder } from "./config/folders.ts";
import { CONFIG_EXIT, ConfigErrors, readConfig, type Config } from "./config/read.ts";
import { readErrorMessage } from "./core/error-message.ts";

const USAGE = `Starts the server. Settings come from the environment: docs/operating.md lists them, portolan doctor checks them.
  --no-probe  does not contact the mail server, SMS gateway, file store and providers before the start
  --help      this`;
/** Exit status for invalid arguments. */
const USAGE_EXIT = 2;

const { probes } = readArguments();
const config = readSettings();
// Import the server only now, so that invalid settings are reported before its modules are loaded.
const { serve } = await import("./serve.ts");
await serve({ config, portalDir: findPortal(), probes });

/** Reads the arguments. Exits the process for `--help` and for unknown arguments. */
function readArguments(): { probes: boolean } {
  try {
    const { values } = parseArgs({ options: { "no-probe": { type: "boolean" }, help: { type: "boolean" } } });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    return { probes: !values["no-probe"] };
  } catch (error) {
    console.error(`${readErrorMessage(error)}\n${USAGE}`);
    process.exit(USAGE_EXIT);
  }
}

/** Reads the settings. Exits the process when they are invalid, before anything is started. */
function readSettings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigErrors)) throw error;
    console.error(error.message);
    process.exit(CONFIG_EXIT);
  }
}

/**
 * Returns the folder of the built portal: next to the built server, else the build's output folder; undefined when it
 * has not been built.
 */
function findPortal(): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  return [join(here, "../portal"), join(findRootFolder(), "dist/portal")].find((folder) =>
    existsSync(join(folder, "index.html")),
  );
}
