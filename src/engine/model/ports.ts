/** Ports of the engine to the app, passed to `EngineProvider` of `ui.tsx`; tests pass their own. */
import type { Settings } from "./settings.ts";
import type { CallPlan, Entity, Lang, Row, StepUp, Texts } from "./entity.ts";

/** The envelope's `map`, or a thrown `CallFailure`. */
export type CallResult = Record<string, any>;
/** Error of a refused or failed call. */
export interface CallFailure {
  /** Code of the response body; 0 without a response. */
  code: number;
  message: string;
  traceId?: string | undefined;
  /** For code 4000. */
  errors?: { at: string; code: string; params?: Record<string, string | number>; message: string }[] | undefined;
  /** The refusal's `map`, when it holds more than the message (`figuresChanged`: both figures). */
  map?: CallResult | undefined;
  /** `offline`: nothing was sent; `unknown`: sent, but no response within 15 s (a money call may have been executed); `refused`: the server refused; `broken`: HTTP error. */
  kind: "offline" | "unknown" | "refused" | "broken";
}
/** Options of a call: idempotency key, proof, abort signal. */
export interface CallInit {
  /** Idempotency key: the server executes requests with the same key once. */
  idempotencyKey?: string;
  /** One-use proof of the payment password. */
  proof?: string | undefined;
  /** True for a request of the page itself, such as a poll: it does not extend the session. */
  passive?: boolean;
  signal?: AbortSignal | undefined;
}
/** Options of a download: abort signal, queue position, proof. */
export interface DownloadInit {
  /** Aborts the download, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called while the download is queued, with the number of the user's own files before it; 0 while only files of other users are; undefined once it has started. */
  onWaiting?(ahead: number | undefined): void;
  /** One-use proof of the payment password. */
  proof?: string | undefined;
}
/** Request of facts: the entity, its currency, and the members of a context's `with`. */
export interface ContextAbout {
  entity: string;
  currency?: string;
  [name: string]: unknown;
}
/** Line of a summary: a label and its figure. */
export interface ConfirmedLine {
  label: string;
  text: string;
  strong?: true;
}
/** What a confirmation is about: a sentence, and the lines of the form's summary. */
export type Confirmed = string | { text: string; lines: readonly ConfirmedLine[] };
/** A proof of the payment password that the server refused as too weak, with its message. The proof is unused; a second factor strengthens it. */
export interface Lacking {
  proof: string;
  why: string;
}
/** State of a form when the user leaves it: its input is `lost`, `kept` as a draft that survives the tab, or `sent` with the response pending. */
export type Leaving = "lost" | "kept" | "sent";
/** Ports of the engine: calls, navigation, notifications, texts. */
export interface Ports {
  dialect: Settings;
  lang: Lang;
  /** Sends a call. GET: `body` becomes the query string. Rejects with a `CallFailure`. */
  call(call: Pick<CallPlan, "method" | "path">, body?: Row, init?: CallInit): Promise<CallResult>;
  /** Downloads the file of a call under the server's file name. Resolves when the browser has the file. */
  download(call: Pick<CallPlan, "method" | "path">, body?: Row, init?: DownloadInit): Promise<void>;
  /** Uploads a file. No record refers to it until a form with its id is submitted. */
  upload(
    file: File,
    purpose: string,
    options: { onProgress(fraction: number): void; signal: AbortSignal },
  ): Promise<{ id: string; name: string; size: number }>;
  /** Loads another entity (a reference's, a list's) with its texts in the current language. */
  entity(name: string): Promise<Entity>;
  /** Loads an entity's texts in another language than the page's, because an imported file may have headers in either. Absent: only headers in the page's language are read. */
  texts?(name: string, lang: Lang): Promise<Texts>;
  /** Server time now in ms since the epoch. */
  now(): number;
  /** Shows a toast: a short message that leaves by itself. */
  notify(tone: "info" | "success" | "warning" | "danger", text: string, detail?: string): void;
  /** Asks for the payment password (and a second factor where wanted) for exactly this call and body; resolves with the proof, or `undefined` when the user cancels. `about` describes what is confirmed. `lacking`: the password was entered already; only the second factor is requested. */
  stepUp(
    need: StepUp,
    call: Pick<CallPlan, "method" | "path">,
    body: Row,
    about?: Confirmed,
    lacking?: Lacking,
  ): Promise<string | undefined>;
  /** Loads the facts of rules by context name, with the call that `contexts.json` names; `about` is its request when it takes one (limits and wallet of this entity). */
  context(name: string, about?: ContextAbout): Promise<Record<string, unknown> | undefined>;
  /** Returns the text of `locales/<lang>/engine.json` with `{name}` replaced; `count` chooses between singular and plural. */
  word(key: string, params?: Record<string, string | number>): string;
  /** Returns the message of a failure (`contract/failures.ts`), which a failed precondition of a form shows. */
  failure?(name: string, params?: Record<string, string | number>): string;
  /** Downloads an uploaded file by its id. Absent: only the file's name is shown. */
  openFile?(id: string): Promise<void>;
  /** Loads the endpoint of a call that a schema names (`x-send`), or of an entity's list (`wallet.list`), without the rest of its plan. */
  callNamed?(name: string): Promise<Pick<CallPlan, "method" | "path"> | undefined>;
  /** Navigates to a page of the portal without a reload; asks before leaving an unfinished form. Absent: a plain link. */
  go?(path: string): void;
  /** Returns the URL of an entity's record; undefined when the user has no page for it. */
  recordPath?(entity: string, id: string): string | undefined;
  /** Returns whether the signed-in user may open a page of the portal, by its address. Absent: every page. */
  canOpen?(path: string): boolean;
  /** Registers an unfinished form, so that the portal asks before leaving; returns a function that removes it. Absent: the form asks only before the tab closes. */
  unfinished?(form: object, leaving?: Leaving): () => void;
  /** Reads, subscribes to and toggles the hiding of amounts. Absent: amounts are shown. */
  amounts?: { hidden(): boolean; subscribe(listener: () => void): () => void; toggle(): void };
  /** Action grants and menu ids of the signed-in user. */
  granted(grant: string): boolean;
  /** Signed-in user's id; prefix of local drafts. */
  user(): string;
}
