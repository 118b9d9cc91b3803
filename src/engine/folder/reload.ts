import { describe, SchemaErrors } from "../schema/schema-error.ts";

/**
 * Applies saved schemas in development, and prints the changes of tables that `apply` returns. When the schemas do not
 * compile, prints each finding with its position and source line; those in use stay.
 * @example
 * const reloading = reloadSchemas(async () => ["column payee.bank"], console);
 */
export async function reloadSchemas(
  apply: () => Promise<readonly string[]>,
  terminal: Pick<Console, "log" | "error">,
): Promise<void> {
  try {
    for (const line of await apply()) terminal.log(`Tables    ${line}`);
    terminal.log("Schemas   the saved ones are in use");
  } catch (error) {
    if (error instanceof SchemaErrors) for (const finding of error.findings) terminal.error(describe(finding));
    else if (error instanceof Error) terminal.error(error.message);
    terminal.error("Schemas   the last good ones stay in use");
  }
}
