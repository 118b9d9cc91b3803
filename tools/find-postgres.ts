/** Finds PostgreSQL's programs for tests, or installs them. */
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

/** Returns the folder of `initdb` and `postgres`; undefined when there is none. `POSTGRES_BIN` overrides. */
export function findPostgres(): string | undefined {
  const versions = existsSync(LINUX)
    ? readdirSync(LINUX)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(LINUX, version, "bin"))
    : [];
  const folders = [
    process.env["POSTGRES_BIN"] ?? "",
    ...versions,
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...PLACES,
  ];
  return folders.find(
    (folder) => folder !== "" && existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")),
  );
}

/**
 * Returns the folder; installs PostgreSQL by apt when missing and permitted.
 * @throws Error with instructions otherwise
 */
export function needPostgres(): string {
  const found = findPostgres();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing PostgreSQL for the tests …");
    // Prevents the package from starting its own server.
    mkdirSync("/etc/postgresql-common", { recursive: true });
    writeFileSync("/etc/postgresql-common/createcluster.conf", "create_main_cluster = false\n", { flag: "a" });
    const apt = (...args: string[]) =>
      spawnSync("apt-get", args, { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
        .status === 0;
    if (!apt("install", "-y", "--no-install-recommends", "postgresql") && apt("update"))
      apt("install", "-y", "--no-install-recommends", "postgresql");
  }
  const installed = findPostgres();
  if (!installed)
    throw new Error(
      "The tests need PostgreSQL 15 or newer beside the embedded engine: install it, or name its folder of programs in POSTGRES_BIN",
    );
  return installed;
}
