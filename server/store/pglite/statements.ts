/**
 * Prepared statements of the embedded engine. Running a prepared statement again costs a third of running a new one.
 */
import { messages as replies, protocol, type PGlite } from "@electric-sql/pglite";
import type { Cells, Statement } from "./protocol.ts";

/** Maximum number of prepared statements. It is high because lists produce many variants of a statement. */
const KEPT = 256;
/** Matches statements to prepare. Any other statement, except those of `HARMLESS`, may invalidate prepared ones. */
const PLANNED = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|BEGIN|COMMIT|ROLLBACK)\b/i;
/** Matches statements that are not prepared and do not invalidate prepared ones. */
const HARMLESS = /^\s*(?:SHOW|SET|CHECKPOINT|EXPLAIN|ANALYZE|VACUUM|DECLARE|FETCH|CLOSE)\b/i;

const { serialize } = protocol;
type Messages = Awaited<ReturnType<PGlite["execProtocol"]>>["messages"];
interface Prepared extends Omit<Cells, "rows"> {
  name: string;
}
/** A statement to send as protocol messages (`parts`). `fresh`: whether it is parsed in the same round trip. */
interface Draft {
  sql: string;
  prepared: Prepared;
  fresh: boolean;
  parts: Uint8Array[];
}

type Described = Messages[number] & { fields: { name: string; dataTypeID: number }[] };
type Row = Messages[number] & { fields: (string | null)[] };
const is =
  <M extends Messages[number]>(wanted: string) =>
  (message: Messages[number]): message is M =>
    message.name === wanted;

export class Statements {
  /** Prepared statements by text, least recently used first. */
  private readonly prepared = new Map<string, Prepared>();
  private made = 0;
  constructor(private readonly pg: PGlite) {}

  /**
   * Runs statements in order and in one round trip, each as if sent alone, and returns their cells or the engine's
   * error with its SQLSTATE. Calls must not overlap.
   */
  async run(statements: readonly Statement[]): Promise<(Cells | Error)[]> {
    const drafts = statements.map((statement) => this.createDraft(statement));
    // Disable `syncToFs`, PGlite's own way of writing to disk, because `DurableFs` replaces it.
    const { messages } = await this.pg.execProtocol(Buffer.concat(drafts.flatMap(({ parts }) => parts)), {
      throwOnError: false,
      syncToFs: false,
    });
    const replies: Messages[] = [[]];
    for (const message of messages) {
      if (message.name === "readyForQuery") replies.push([]);
      else replies.at(-1)?.push(message);
    }
    if (replies.length !== drafts.length + 1) throw new Error("the embedded engine did not answer every statement");
    return drafts.map((draft, index) => this.respond(draft, replies[index] ?? []));
  }

  /**
   * Creates the messages that bind and run a statement, after parsing it if it is not prepared. After an error, the
   * engine skips all messages up to the sync message at the end.
   */
  private createDraft({ sql, params }: Statement): Draft {
    const planned = PLANNED.test(sql);
    // Forget all prepared statements before any other statement, such as DDL: they fail if it changes their result
    // columns.
    const parts = planned || HARMLESS.test(sql) ? [] : [...this.prepared.keys()].map((text) => this.forget(text));
    const cached = this.prepared.get(sql);
    const prepared = cached ?? { name: planned ? `s${++this.made}` : "", names: [], types: [] };
    if (planned) {
      this.prepared.delete(sql);
      this.prepared.set(sql, prepared);
      // Close the oldest statement first: after an error, the engine would skip a close message that comes later.
      const [oldest] = this.prepared.keys();
      if (this.prepared.size > KEPT && oldest !== undefined) parts.push(this.forget(oldest));
    }
    if (!cached)
      parts.push(
        serialize.parse({ name: prepared.name, text: sql }),
        serialize.describe({ type: "S", name: prepared.name }),
      );
    parts.push(
      serialize.bind({ statement: prepared.name, values: [...params] }),
      serialize.execute({}),
      serialize.sync(),
    );
    return { sql, prepared, fresh: !cached, parts };
  }

  private respond({ sql, prepared, fresh }: Draft, messages: Messages): Cells | Error {
    const described = messages.find(is<Described>("rowDescription"));
    if (described)
      Object.assign(prepared, {
        names: described.fields.map(({ name }) => name),
        types: described.fields.map(({ dataTypeID }) => dataTypeID),
      });
    const error = messages.find((message) => message instanceof replies.DatabaseError);
    if (!error)
      return {
        names: prepared.names,
        types: prepared.types,
        rows: messages.filter(is<Row>("dataRow")).map(({ fields }) => fields),
      };
    if (this.prepared.get(sql) === prepared && fresh && !messages.some(({ name }) => name === "parseComplete"))
      this.prepared.delete(sql);
    return error;
  }

  private forget(sql: string): Uint8Array {
    const name = this.prepared.get(sql)?.name ?? "";
    this.prepared.delete(sql);
    return serialize.close({ type: "S", name });
  }
}
