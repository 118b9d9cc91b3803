/** For calls that nothing is lost by sending twice: forgets with the page. */
export const forgetful = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** The idempotency key of one order: made when its form opens, kept until the server gave a definite answer, so a retry can never pay twice. */
export class OrderKey {
  private key: string;
  /** An earlier send of this key never got an answer. */
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
  /** The order is on its way: from here on only a definite answer ends this key. */
  sending(): void {
    this.storage.setItem(this.name, this.key);
    this.open = true;
  }
  /** A definite answer came; the next order has a key of its own. */
  settled(): void {
    this.storage.removeItem(this.name);
    this.key = crypto.randomUUID();
    this.open = false;
  }
}
