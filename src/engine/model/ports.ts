/** Interface between the engine and the app, which passes its implementation to `EngineProvider` (`ui.tsx`). */
import type { Settings } from "./settings.ts";
import type { CallPlan, Entity, Lang, Row, StepUp, Texts } from "./entity.ts";

/** The `map` of a successful response. Failed calls reject with a `CallFailure` instead. */
export type CallResult = Record<string, unknown>;
/** Error of a rejected or failed call. */
export interface CallFailure {
  /** Code from the response body, or 0 when there was no response. */
  code: number;
  message: string;
  traceId?: string | undefined;
  /** Field errors, present with code 4000. */
  errors?: { at: string; code: string; params?: Record<string, string | number>; message: string }[] | undefined;
  /** `map` of the error response when it contains more than the message, such as both figures with `figuresChanged`. */
  map?: CallResult | undefined;
  /**
   * `offline`: not sent, or failed while the browser was offline. `unknown`: sent, but without a response in time, or
   * the connection failed (a money call may have been executed). `refused`: rejected by the server. `broken`: HTTP
   * error.
   */
  kind: "offline" | "unknown" | "refused" | "broken";
}
/** Options of a call: idempotency key, proof, abort signal. */
export interface CallInit {
  /** Idempotency key. The server executes requests with the same key only once. */
  idempotencyKey?: string;
  /** Single-use proof of a completed step-up, which is at least as strong as the payment password. */
  proof?: string | undefined;
  /** Set for a request that the page itself triggers, such as a poll, so that it does not extend the session. */
  passive?: boolean;
  signal?: AbortSignal | undefined;
}
/** Options of a download: abort signal, queue position, proof. */
export interface DownloadInit {
  /** Aborts the download, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * Called while the download is queued with the number of the user's own files ahead of it (0 when only files of other
   * users are), and with undefined once it has started.
   */
  onWaiting?(ahead: number | undefined): void;
  /** Single-use proof of a completed step-up, which is at least as strong as the payment password. */
  proof?: string | undefined;
}
/** Request for facts: the entity, its currency, and the members of a context's `with`. */
export interface ContextRequest {
  entity: string;
  currency?: string;
  [name: string]: unknown;
}
/** A line of a confirmation's summary: a label and its figure. */
export interface ConfirmedLine {
  label: string;
  text: string;
  strong?: true;
  /** What is unusual about the record of the line. */
  flags?: readonly string[];
}
/**
 * What the user confirms: a text, and the lines of the form's summary. `does`: the schema's phrase for the action,
 * which the dialog's title then contains instead of the text. `action`: the label of the button.
 */
export type Confirmed =
  | string
  | { text: string; lines: readonly ConfirmedLine[]; does?: string | undefined; action?: string | undefined };
/**
 * A step-up proof that the server rejected as too weak, with the server's message. The proof is still unused, and a
 * second factor strengthens it.
 */
export interface MissingStepUp {
  proof: string;
  why: string;
}
/**
 * What happens to a form's input when the user leaves: it is `lost`, `kept` as a draft that survives the tab, or `sent`
 * without a response yet.
 */
export type Leaving = "lost" | "kept" | "sent";
/** What the app provides to the engine: calls, navigation, notifications, texts. */
export interface Ports {
  dialect: Settings;
  lang: Lang;
  /** Sends a call. For GET, `body` becomes the query string. Rejects with a `CallFailure`. */
  call(call: Pick<CallPlan, "method" | "path">, body?: Row, init?: CallInit): Promise<CallResult>;
  /** Downloads the file of a call with the server's file name. Resolves when the browser has the file. */
  download(call: Pick<CallPlan, "method" | "path">, body?: Row, init?: DownloadInit): Promise<void>;
  /** Uploads a file. No record refers to it until a form with its id is submitted. */
  upload(
    file: File,
    purpose: string,
    options: { onProgress(fraction: number): void; signal: AbortSignal },
  ): Promise<{ id: string; name: string; size: number }>;
  /** Loads another entity, such as a referenced one, with its texts in the current language. */
  entity(name: string): Promise<Entity>;
  /**
   * Loads an entity's texts in a language other than the page's, because an imported file may have headers in either.
   * Without it only headers in the page's language are recognised.
   */
  texts?(name: string, lang: Lang): Promise<Texts>;
  /** Returns the server time in milliseconds since the epoch. */
  now(): number;
  /** Shows a toast, a short message that disappears by itself. */
  notify(tone: "info" | "success" | "warning" | "danger", text: string, detail?: string): void;
  /**
   * Requests step-up of the given strength (the payment password, and a second factor if required) for exactly this
   * call and body. Resolves with the proof, or with `undefined` when the user cancels. `about` describes what is
   * confirmed. With `lacking` the password has already been entered and only the second factor is requested.
   */
  stepUp(
    need: StepUp,
    call: Pick<CallPlan, "method" | "path">,
    body: Row,
    about?: Confirmed,
    lacking?: MissingStepUp,
  ): Promise<string | undefined>;
  /**
   * Loads facts for rules by context name, using the call that `contexts.json` defines. `about` is the request body of
   * a context that depends on it, such as the limits or the wallet of an entity. Resolves with undefined when the
   * context has no call or the call fails.
   */
  context(name: string, about?: ContextRequest): Promise<Record<string, unknown> | undefined>;
  /**
   * Returns a text from `src/engine/locales/<lang>/engine.json` with `{name}` placeholders replaced. `count` selects the singular
   * or plural.
   */
  t(key: string, params?: Record<string, string | number>): string;
  /** Returns the message of a failure (`contract/failures.ts`), shown for a failed precondition of a form. */
  failure?(name: string, params?: Record<string, string | number>): string;
  /** Downloads an uploaded file by its id. Without it only the file name is shown. */
  openFile?(id: string): Promise<void>;
  /**
   * Loads the endpoint of a call that a schema names (such as in `x-send`), or of an entity's list (`wallet.list`),
   * without the rest of its plan.
   */
  callNamed?(name: string): Promise<Pick<CallPlan, "method" | "path"> | undefined>;
  /**
   * Navigates to a page of the portal without a reload, asking before an unfinished form is left. `keepsDraft`: does not
   * ask if the form is kept as a draft. Without it a plain link is used.
   */
  go?(path: string, options?: { keepsDraft?: true }): void;
  /** Returns the URL of an entity's record, or undefined when the user has no page for it. */
  recordPath?(entity: string, id: string): string | undefined;
  /** Returns the URL of an entity's list, or undefined when the user has no page for it. */
  listPath?(entity: string): string | undefined;
  /** Returns whether the signed-in user may open a page of the portal by its path. Without it every page is allowed. */
  canOpen?(path: string): boolean;
  /**
   * Registers an unfinished form, so that the portal asks before it is left. Returns a function that unregisters it.
   * Without it the form asks only before the tab is closed.
   */
  unfinished?(form: object, leaving?: Leaving): () => void;
  /** Reads, observes and toggles amount privacy. Without it amounts are always shown. */
  amounts?: { hidden(): boolean; subscribe(listener: () => void): () => void; toggle(): void };
  /** Returns whether the signed-in user has an action grant or menu id. */
  granted(grant: string): boolean;
  /** Returns the id of the signed-in user, which prefixes local drafts. */
  user(): string;
}
