/**
 * `npm run schemas`: checks every schema and what is generated from them, and says the next thing to do.
 * `-- write` writes all generated files, `-- meta`, `-- types` and `-- docs` only these; with `--check` they are compared instead.
 * Exit code 0: clean, 1: findings, 2: could not run.
 */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { schemasCommand } from "./schemas/command.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

try {
  const { status, text } = schemasCommand(process.argv.slice(2), resolve(process.env.SCHEMAS_DIR ?? join(root, "schemas")));
  console[status === 2 ? "error" : "log"](text);
  process.exitCode = status;
} catch (error) {
  console.error(error);
  process.exitCode = 2;
}
