/**
 * `npm run types`: type-checks all sources. `npm run types -- rename login.username …`: verifies that renaming a field
 * causes a type error at every use.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { checkRename } from "./types/check-rename.ts";

const [command, ...names] = process.argv.slice(2);

if (command === undefined) {
  const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  process.exitCode = spawnSync(process.execPath, [tsc, "-p", "."], { stdio: "inherit" }).status ?? 1;
} else if (command === "rename" && names.length > 0) {
  const { uses, missed, engine } = await checkRename(names);
  for (const [name, locations] of Object.entries(uses)) console.log(`${name}: ${locations.length} uses`);
  for (const location of missed) console.error(`${location}  is not noticed`);
  for (const location of engine) console.error(`${location}  the engine knows the field`);
  const isUsed = Object.values(uses).every((locations) => locations.length > 0);
  process.exitCode = isUsed && missed.length === 0 && engine.length === 0 ? 0 : 1;
} else {
  console.error("npm run types [-- rename CALL.FIELD|ENTITY.FIELD …]");
  process.exitCode = 2;
}
