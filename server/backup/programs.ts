/** Runs the client programs of PostgreSQL. */
import { spawn } from "node:child_process";

/** Moves the password from a database URL to the environment, because process arguments are visible to other users. */
function splitPassword(databaseUrl: string): { address: string; env: NodeJS.ProcessEnv } {
  const url = new URL(databaseUrl);
  const { password } = url;
  url.password = "";
  return {
    address: url.href,
    env: { ...process.env, ...(password !== "" && { PGPASSWORD: decodeURIComponent(password) }) },
  };
}

/**
 * Returns the first error that a program printed, in one line. The lines after it contain the SQL that failed, and rows
 * of the dump.
 */
export function readFirstError(program: string, output: string): string {
  const lines = output.trim().split("\n");
  const first = lines.find((line) => line.includes("error:")) ?? lines[0] ?? "";
  return first.slice(first.startsWith(`${program}: error: `) ? `${program}: error: `.length : 0).trim();
}

/**
 * Runs `pg_dump` or `pg_restore` on a database.
 *
 * @throws Error with the program's message when it fails or is not installed
 */
export function runPostgres(
  program: "pg_dump" | "pg_restore",
  databaseUrl: string,
  args: readonly string[],
): Promise<void> {
  const { address, env } = splitPassword(databaseUrl);
  return new Promise((resolve, reject) => {
    const child = spawn(program, [`--dbname=${address}`, ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
    let output = "";
    child.stderr.on("data", (chunk) => (output = `${output}${String(chunk)}`.slice(0, 2_000)));
    child.on("error", ({ message }) =>
      reject(
        new Error(`${program} cannot be run: ${message}. Install PostgreSQL's client programs of the server's version`),
      ),
    );
    child.on("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} failed: ${readFirstError(program, output)}`)),
    );
  });
}
