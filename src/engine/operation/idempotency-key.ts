/**
 * Storage that keeps nothing, for calls that may be repeated safely. Their keys exist only in memory and are lost on
 * reload.
 */
export const memoryStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** Idempotency key as used by an operation. */
export interface OperationKey {
  /** Sent with each request. Empty unless `open`. */
  readonly value: string;
  /** Whether a request with this key was sent, possibly by an earlier page, without a conclusive response. */
  readonly open: boolean;
  /** Stores the key before a request is sent. `now`: server time, which a new key carries. */
  keep(now: number): void;
  /** Discards the key after a definitive response, so that the next operation gets a new one. */
  drop(): void;
}

/**
 * Idempotency key of one operation at a time. It is created with the first request and stored until a definitive
 * response, so that a retry never executes the operation twice, even after a reload. The server refuses a key whose
 * time is so long ago that it no longer stores the response.
 */
export class IdempotencyKey implements OperationKey {
  value: string;

  constructor(
    private readonly name: string,
    private readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">,
  ) {
    this.value = this.storage.getItem(name) ?? "";
  }
  get open(): boolean {
    return this.value !== "";
  }
  keep(now: number): void {
    this.value ||= createTimedUuid(now);
    this.storage.setItem(this.name, this.value);
  }
  drop(): void {
    this.storage.removeItem(this.name);
    this.value = "";
  }
}

/** Returns a random UUID of version 7 with the time `now` in milliseconds. Source: RFC 9562, 5.7. */
const createTimedUuid = (now: number): string =>
  now.toString(16).padStart(12, "0").replace(/.{4}$/, "-$&-7") + crypto.randomUUID().slice(15);
