/** In-memory storage for calls that are safe to repeat. Keys are lost on reload. */
export const memoryStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** Idempotency key, as an operation uses it. */
export interface OperationKey {
  readonly value: string;
  /** True when a request under this key was sent, also by an earlier page, and no conclusive answer came. */
  readonly open: boolean;
  /** Stores the key before a request leaves. */
  keep(): void;
  /** Forgets the key after a definitive answer; the next order takes a new one. */
  drop(): void;
}

/** Idempotency key of one order: stored from the first request to a definitive answer, so that a retry, also after a reload, never executes twice. */
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
