/** Entry of the portal's server: reads arguments and settings, and loads what serves once they are right. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findRootFolder } from "./config/folders.ts";
import { CONFIG_EXIT, ConfigErrors, readConfig, type Config } from "./config/read.ts";

const USAGE = `Starts the server. Settings come from the environment: README.md lists them, portolan doctor checks them.
  --no-probe  does not ask mail server, gateway of text messages, place of files and providers before the start
  --help      this`;
/** Exit status of a call that is not understood. */
const USAGE_EXIT = 2;

const { probes } = readArguments();
const config = readSettings();
// Loaded after the check of the settings, so that a refusal comes at once.
const { serve } = await import("./serve.ts");
await serve({ config, portalDir: findPortal(), probes });

/** Reads the arguments. Exits the process for `--help` and for one that does not exist. */
function readArguments(): { probes: boolean } {
  try {
    const { values } = parseArgs({ options: { "no-probe": { type: "boolean" }, help: { type: "boolean" } } });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    return { probes: !values["no-probe"] };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exit(USAGE_EXIT);
  }
}

/** Reads the settings. Exits the process when one is wrong, before anything is started. */
function readSettings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigErrors)) throw error;
    console.error(error.message);
    process.exit(CONFIG_EXIT);
  }
}

/** Returns the folder of the built portal: beside the built server, else where the build puts it; undefined when it is not built. */
function findPortal(): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  return [join(here, "../portal"), join(findRootFolder(), "dist/portal")].find((folder) =>
    existsSync(join(folder, "index.html")),
  );
}
