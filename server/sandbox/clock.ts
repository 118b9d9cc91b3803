import type { Clock } from "../core/clock.ts";
import type { Queries } from "../store/database.ts";

const NAME = "clock.offset";

/**
 * The product's clock in the sandbox: real time plus an offset that only grows. The offset is stored, so it survives
 * restarts.
 */
export class SandboxClock implements Clock {
  private constructor(
    private readonly db: Queries,
    private offset: number,
  ) {}

  static async open(db: Queries): Promise<SandboxClock> {
    const [row] = await db.query("SELECT value FROM sandbox_state WHERE name = $1", [NAME]);
    return new SandboxClock(db, Number(row?.value ?? 0));
  }

  now(): number {
    return Date.now() + this.offset;
  }

  /** Returns the offset from real time in milliseconds. */
  ahead(): number {
    return this.offset;
  }

  /**
   * Advances the clock, so that jobs scheduled for the skipped time become due.
   *
   * @throws RangeError for a step that is not a whole number, or is negative, because stored events would then be in
   * the future
   */
  async advance(ms: number): Promise<void> {
    if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError("the sandbox clock moves forward only");
    await this.db.query(
      "INSERT INTO sandbox_state (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [NAME, String(this.offset + ms)],
    );
    this.offset += ms;
  }

  /** Resets the clock to real time. Call it only after the data has been deleted. */
  async reset(): Promise<void> {
    await this.db.query("DELETE FROM sandbox_state WHERE name = $1", [NAME]);
    this.offset = 0;
  }
}
