/** How suites use PostgreSQL: as it is, or as an installation does; `npm run live` runs them so. */

/** `direct` is what `npm test` does; `role`: the server works as a role that owns no table. */
export const WAYS = ["direct", "pgbouncer", "role", "partitions", "citus"] as const;
export type Way = (typeof WAYS)[number];

/** The run's way, `TEST_WAY`. Any but `direct` runs on PostgreSQL alone. */
export const WAY: Way = WAYS.find((way) => way === process.env["TEST_WAY"]) ?? "direct";

/** Engines that a suite of both runs on. */
export const ENGINES = WAY === "direct" ? (["pglite", "postgres"] as const) : (["postgres"] as const);
