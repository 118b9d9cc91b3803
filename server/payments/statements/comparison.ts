/** Compares the lines of a file with the stored lines of the same statements. */
import { getTableName, type Row } from "@portolan/engine";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries } from "../../store/database.ts";
import { findDigits, toMinor } from "../ledger/minor-units.ts";
import { identify, type NumberedLine } from "./inspect-file.ts";
import { HOUSE, type BankLine } from "./model.ts";

/**
 * A line that the bank changed: its amount in the file, and the stored amount. An added line has no stored amount, and
 * a removed line none in the file.
 */
export interface Change {
  statement: number;
  reference: string;
  bank?: bigint | undefined;
  ours?: bigint | undefined;
  /** The line in the file. */
  line?: BankLine | undefined;
  /** The stored line. */
  stored?: Row | undefined;
}

interface Compared {
  reference: string;
  amount: bigint;
  line?: BankLine;
  stored?: Row;
}

/**
 * Collects the lines of statements that are already stored. `ids`: for each statement in the file, the id of the stored
 * one, or undefined for a new one.
 */
export class Comparison {
  private readonly lines: Map<string, Compared>[];

  constructor(private readonly ids: readonly (string | undefined)[]) {
    this.lines = ids.map(() => new Map());
  }

  /** Adds lines of the file. Ignores lines of new statements. */
  see(batch: readonly NumberedLine[]): void {
    for (const { statement, line, ordinal } of batch)
      if (this.ids[statement] !== undefined)
        this.lines[statement]?.set(`${identify(line)}|${ordinal}`, {
          reference: line.reference,
          amount: line.amount,
          line,
        });
  }

  /**
   * Returns the differences. A stored line and a different line of the file with the same reference are one difference.
   */
  async list(db: Queries, schemas: Pick<Schemas, "entity">): Promise<Change[]> {
    const changes: Change[] = [];
    for (const [statement, id] of this.ids.entries()) {
      const ours = new Map<string, Compared>();
      const bank = new Map(this.lines[statement]);
      if (id === undefined) continue;
      for (const [key, line] of await readSetting(db, schemas, id)) if (!bank.delete(key)) ours.set(key, line);
      for (const { reference, amount, line } of bank.values()) {
        const [key, twin] = [...ours].find(([, compared]) => compared.reference === reference) ?? [];
        if (key !== undefined) ours.delete(key);
        changes.push({ statement, reference, bank: amount, ours: twin?.amount, line, stored: twin?.stored });
      }
      for (const { reference, amount, stored } of ours.values())
        changes.push({ statement, reference, ours: amount, stored });
    }
    return changes;
  }
}

/**
 * Returns the stored lines of a statement, without those that a correction took out and without its counter-entries.
 * Otherwise equal lines are numbered again, as in a file.
 */
async function readSetting(
  db: Queries,
  schemas: Pick<Schemas, "entity">,
  statement: string,
): Promise<Map<string, Compared>> {
  const entity = schemas.entity("bankStatementLine");
  const rows = await db.query(`SELECT data FROM ${getTableName(entity)} WHERE m = $1 AND f_statement = $2`, [
    HOUSE,
    statement,
  ]);
  const corrected = new Set(rows.map(({ data }) => data["corrects"]));
  const found = new Map<string, Compared>();
  const seen = new Map<string, number>();
  for (const { data } of rows.toSorted((a, b) => Number(a.data["ordinal"]) - Number(b.data["ordinal"]))) {
    if (data["corrects"] !== undefined || corrected.has(data["id"])) continue;
    const [reference, day] = [String(data["reference"]), String(data["day"])];
    const amount = toMinor(String(data["amount"]), findDigits(String(data["currency"]), entity.minorUnits));
    const key = identify({ reference, day, amount });
    const ordinal = (seen.get(key) ?? 0) + 1;
    seen.set(key, ordinal);
    found.set(`${key}|${ordinal}`, { reference, amount, stored: data });
  }
  return found;
}
