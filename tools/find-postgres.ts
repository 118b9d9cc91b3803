/** Finds or installs PostgreSQL and PgBouncer for the tests. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const LINUX = "/usr/lib/postgresql";
const PLACES = [
  "/opt/homebrew/opt/postgresql@18/bin",
  "/opt/homebrew/bin",
  "/usr/local/opt/postgresql@18/bin",
  "/usr/local/pgsql/bin",
];

const listPath = (): string[] => (process.env["PATH"] ?? "").split(delimiter);

/**
 * Returns the folder that contains `initdb` and `postgres`; undefined when not found. `POSTGRES_BIN` takes precedence.
 */
export function findPostgres(): string | undefined {
  const versions = existsSync(LINUX)
    ? readdirSync(LINUX)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(LINUX, version, "bin"))
    : [];
  const folders = [process.env["POSTGRES_BIN"] ?? "", ...versions, ...listPath(), ...PLACES];
  return folders.find(
    (folder) => folder !== "" && existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")),
  );
}

/** Returns the PgBouncer executable; undefined when not found. `PGBOUNCER_BIN` overrides its folder. */
const findPgBouncer = (): string | undefined =>
  [process.env["PGBOUNCER_BIN"] ?? "", ...listPath(), "/usr/sbin", "/opt/homebrew/bin"]
    .map((folder) => join(folder, "pgbouncer"))
    .find((path) => existsSync(path));

/** Installs a package with apt where permitted, without starting its service. */
function installPackage(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing ${name} for the tests …`);
  mkdirSync("/etc/postgresql-common", { recursive: true });
  writeFileSync("/etc/postgresql-common/createcluster.conf", "create_main_cluster = false\n", { flag: "a" });
  const apt = (...args: string[]) =>
    spawnSync("apt-get", args, { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
      .status === 0;
  const install = () => apt("install", "-y", "--no-install-recommends", name);
  if (!install() && apt("update")) install();
}

/**
 * Returns the folder with the PostgreSQL executables, installing them with apt if missing and permitted.
 * @throws Error with instructions otherwise
 */
export function requirePostgres(): string {
  if (!findPostgres()) installPackage("postgresql");
  const found = findPostgres();
  if (found) return found;
  throw new Error(
    "The tests need PostgreSQL 15 or newer beside the embedded engine: install it, or name its folder of programs in POSTGRES_BIN",
  );
}

/**
 * Returns the PgBouncer executable, installing it with apt if missing and permitted.
 * @throws Error with instructions otherwise
 */
export function requirePgBouncer(): string {
  if (!findPgBouncer()) installPackage("pgbouncer");
  const found = findPgBouncer();
  if (found) return found;
  throw new Error("The tests need PgBouncer 1.18 or newer: install it, or name its folder in PGBOUNCER_BIN");
}
