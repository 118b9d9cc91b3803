/**
 * Storage that keeps nothing, for calls that may be repeated safely. Their keys exist only in memory and are lost on
 * reload.
 */
export const memoryStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** Idempotency key as used by an operation. */
export interface OperationKey {
  readonly value: string;
  /** Whether a request with this key was sent, possibly by an earlier page, without a conclusive response. */
  readonly open: boolean;
  /** Stores the key before a request is sent. */
  keep(): void;
  /** Discards the key after a definitive response, so that the next operation gets a new one. */
  drop(): void;
}

/**
 * Idempotency key of one operation at a time. It is stored from the first request until a definitive response, so that
 * a retry never executes the operation twice, even after a reload.
 */
export class IdempotencyKey implements OperationKey {
  private key: string;
  open: boolean;

  constructor(
    private readonly name: string,
    private readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">,
  ) {
    const kept = this.storage.getItem(name);
    this.key = kept ?? crypto.randomUUID();
    this.open = kept !== null;
  }
  get value(): string {
    return this.key;
  }
  keep(): void {
    this.storage.setItem(this.name, this.key);
    this.open = true;
  }
  drop(): void {
    this.storage.removeItem(this.name);
    this.key = crypto.randomUUID();
    this.open = false;
  }
}
