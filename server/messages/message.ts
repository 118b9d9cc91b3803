export interface Message {
  /** Stable across retries, so that receivers can detect duplicates. */
  id: string;
  to: string;
  /** Subject and text contain all languages, one after the other. */
  subject: string;
  text: string;
}

/** Sends messages of one channel. */
export interface Sender {
  /**
   * Resolves when the receiving server has accepted the message.
   *
   * @throws MessageRefused for a permanent refusal; any other error is temporary
   */
  send(message: Message): Promise<void>;
  /** Checks that messages can be sent. @throws Error with the reason when they cannot */
  verify(): Promise<void>;
  close(): void;
}

/** Senders by channel. Messages of a channel without a sender stay in the outbox. */
export type Senders = Partial<Record<"mail" | "sms", Sender>>;

/** Thrown for a permanent refusal, such as an address that does not exist. */
export class MessageRefused extends Error {
  override readonly name = "MessageRefused";
}
