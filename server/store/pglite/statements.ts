/** Statements that the embedded engine has parsed and planned once: what it does for one of them again is a third of the work. */
import { parse, protocol, type PGlite } from "@electric-sql/pglite";
import type { Params, Rows } from "../driver.ts";

/** How many stay prepared; lists ask in many ways. */
const KEPT = 256;
/** What is planned; anything else may change what plans rest on. */
const PLANNED = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|BEGIN|COMMIT|ROLLBACK)\b/i;
/** Has no plan and leaves those of others as they are. */
const HARMLESS = /^\s*(?:SHOW|SET|CHECKPOINT|EXPLAIN|ANALYZE|VACUUM)\b/i;

const { serialize } = protocol;
type Messages = Parameters<typeof parse.parseResults>[0];
interface Prepared { name: string; columns: Messages }

export class Statements {
  /** By their text, the one that was used longest ago first. */
  private readonly prepared = new Map<string, Prepared>();
  private made = 0;
  constructor(private readonly pg: PGlite) {}

  /** Runs one statement; callers take turns. Throws the engine's own errors with their SQLSTATE. */
  async run(sql: string, params: Params): Promise<Rows> {
    if (!PLANNED.test(sql)) {
      // A prepared statement may not answer in another shape than before.
      if (!HARMLESS.test(sql)) await this.forget(...this.prepared.keys());
      const { rows } = await this.pg.query<Record<string, unknown>>(sql, [...params]);
      return rows as Rows;
    }
    const { name, columns } = await this.take(sql);
    const messages = await this.send(serialize.bind({ statement: name, values: [...params] }), serialize.execute({}));
    return (parse.parseResults([...columns, ...messages], this.pg.parsers)[0]?.rows ?? []) as Rows;
  }

  private async take(sql: string): Promise<Prepared> {
    let found = this.prepared.get(sql);
    if (found) this.prepared.delete(sql);
    else {
      const name = `s${++this.made}`;
      const answer = await this.send(serialize.parse({ name, text: sql }), serialize.describe({ type: "S", name }));
      found = { name, columns: answer.filter((message) => message.name === "rowDescription") };
    }
    this.prepared.set(sql, found);
    if (this.prepared.size > KEPT) await this.forget(this.prepared.keys().next().value!);
    return found;
  }

  private async forget(...texts: string[]): Promise<void> {
    await this.send(...texts.map((sql) => serialize.close({ type: "S", name: this.prepared.get(sql)!.name })));
    for (const sql of texts) this.prepared.delete(sql);
  }

  /** All in one round, so that an error skips the rest of it and nothing more. */
  private async send(...parts: Uint8Array[]): Promise<Messages> {
    return (await this.pg.execProtocol(Buffer.concat([...parts, serialize.sync()]))).messages;
  }
}
