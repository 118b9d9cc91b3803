/**
 * `npm run schemas`: checks all schemas, generated files and changes, and suggests what to do next. `-- help` lists the
 * other commands.
 */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { schemasCommand } from "./schemas/command.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

try {
  const { status, text } = await schemasCommand(
    process.argv.slice(2),
    resolve(process.env.SCHEMAS_DIR ?? join(root, "schemas")),
  );
  console[status === 2 ? "error" : "log"](text);
  process.exitCode = status;
} catch (error) {
  console.error(error);
  process.exitCode = 2;
}
