/** `npm run schemas`: checks every schema, what is generated from them and what changed, and says the next thing to do. `-- help` says what else it does. */
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
