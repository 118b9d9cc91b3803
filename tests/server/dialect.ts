/**
 * The portable SQL dialect, common to PostgreSQL, CockroachDB, YugabyteDB and Aurora DSQL, defined by a list of
 * forbidden constructs.
 */

const RULES: readonly (readonly [RegExp, string])[] = [
  [
    /\bcreate\s+(or\s+replace\s+)?(trigger|function|procedure|sequence|type|domain|extension|rule|view|materialized)\b/,
    "only tables and indexes are created",
  ],
  [
    /\b(big|small)?serial\b|\bnextval\s*\(|\bidentity\b/,
    "sequences are a bottleneck of distributed engines: ids are made here",
  ],
  [/\bsavepoint\b|\brelease\s+savepoint\b/, "savepoints do not exist everywhere"],
  [/\bpg_(try_)?advisory/, "advisory locks do not exist everywhere"],
  [/\b(un)?listen\b|\bnotify\b/, "LISTEN and NOTIFY do not exist everywhere"],
  [/\b(temp|temporary|unlogged)\s+table\b/, "temporary tables do not exist everywhere"],
  [/\bdeferrable\b|\bexclude\s+using\b/, "deferrable and exclusion constraints do not exist everywhere"],
  [/\bgenerated\s+always\b/, "generated columns do not exist everywhere"],
  [
    /\btruncate\b|\block\s+table\b|\bskip\s+locked\b|\bcopy\b/,
    "TRUNCATE, LOCK TABLE, SKIP LOCKED and COPY do not exist everywhere",
  ],
  [/\bfor\s+(no\s+key\s+)?(update|share)\b/, "rows are guarded by conditional updates, not by row locks"],
  [
    /\bnow\s*\(|\bcurrent_(timestamp|date|time)\b|\bclock_timestamp\b|\blocaltime/,
    "time comes from the clock that the server passes in",
  ],
  [/\bgen_random_uuid\b|\buuidv7\b|\brandom\s*\(/, "ids are made here"],
  [/\bisolation\s+level\b/, "correctness rests on constraints, not on an isolation level"],
  [/\bon\s+delete\b|\bon\s+update\s+cascade\b|\breferences\s+\w/, "foreign keys do not exist everywhere"],
  [/\bdo\s+\$\$|\$\$/, "no procedural blocks"],
  [/\bwith\s+recursive\b|\blateral\b/, "recursive and lateral queries are not portable enough"],
  [/\bcollate\s+(?!"c")/, `the only collation is "C"`],
  [/\busing\s+(gin|gist|brin|hash|spgist)\b/, "indexes are plain"],
  [/;\s*\S/, "one statement at a time"],
];

/** Statements issued by the database drivers (`server/store`), which are not subject to the dialect. */
const OWN = /^\s*(begin|commit|rollback|checkpoint|vacuum|show|set local)\b/;

/** Returns why a statement is not portable; undefined when it is. Ignores literals and quoted identifiers. */
export function unportable(sql: string): string | undefined {
  const text = sql
    .replace(/--[^\n]*/g, " ")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/"[^"]*"/g, (name) => (name === '"C"' ? name : "q"))
    .toLowerCase();
  if (OWN.test(text) && !text.includes(";")) return undefined;
  return RULES.find(([pattern]) => pattern.test(text))?.[1];
}
