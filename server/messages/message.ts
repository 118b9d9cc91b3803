/** An outgoing message, and its senders. */
export interface Message {
  /** Stable over retries: receivers recognise a mail that was sent twice. */
  id: string;
  to: string;
  /** Texts of every language, one after the other. */
  subject: string;
  text: string;
}

/** Sends messages of one channel. */
export interface Sender {
  /** Resolves when the receiving server accepted the message. @throws MessageRefused for a permanent refusal; any other error is temporary */
  send(message: Message): Promise<void>;
  /** Resolves when messages can be sent. @throws Error that says why not */
  verify(): Promise<void>;
  close(): void;
}

/** Senders by channel; an absent one keeps its messages in the outbox. */
export type Senders = Partial<Record<"mail" | "sms", Sender>>;

/** Thrown for a permanent refusal, such as an address that does not exist. */
export class MessageRefused extends Error {
  override readonly name = "MessageRefused";
}
