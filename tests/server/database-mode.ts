/** Modes in which suites use PostgreSQL: directly, or like a production installation, as run by `npm run live`. */

/** `direct` is used by `npm test`. `role`: the server's role owns no tables. */
export const DATABASE_MODES = ["direct", "pgbouncer", "role", "partitions", "citus"] as const;
export type DatabaseMode = (typeof DATABASE_MODES)[number];

/** Mode of the run, from `TEST_WAY`. All modes except `direct` use PostgreSQL only. */
export const DATABASE_MODE: DatabaseMode = DATABASE_MODES.find((way) => way === process.env["TEST_WAY"]) ?? "direct";

/** Engine of suites that run on one: PostgreSQL, as in an installation, unless `TEST_ENGINE` names the embedded one. */
export const ENGINE = process.env["TEST_ENGINE"] === "pglite" ? "pglite" : "postgres";

/** Engines of suites that run on both. */
export const ENGINES = DATABASE_MODE === "direct" ? (["pglite", "postgres"] as const) : (["postgres"] as const);
