import { traceOperation, channels } from "../core/diagnostics.ts";

/** Maximum length of a published statement in characters. The rest is cut off. */
const MAX_TEXT = 1_000;

/** Runs a statement. If there are subscribers, publishes its SQL with placeholders, but without values. */
export function reportStatement<T>(sql: string, run: () => Promise<T>): Promise<T> {
  if (!channels.statement.start.hasSubscribers) return run();
  const [, verb = "SQL", table = ""] = NAMED.exec(formatStatementName(sql)) ?? [];
  const attributes = { "db.system.name": "postgresql", "db.query.text": sql.slice(0, MAX_TEXT) };
  return traceOperation("statement", { name: `${verb.toUpperCase()} ${table}`.trim(), attributes }, run);
}

const NAMED = /^\s*(\w+)(?:[^]*?\b(?:from|into|update)\s+"?([a-z_]\w*))?/i;

/** Repeats the verb of an UPDATE, so that `NAMED` also finds its table after a keyword. */
const formatStatementName = (sql: string): string => sql.replace(/^\s*update\s/i, "UPDATE UPDATE ");
