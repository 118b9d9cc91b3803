/** The engine's only ways to the outside. The app hands them in (`EngineProvider` provider in `ui.tsx`); tests hand in their own. */
import type { Settings } from "./settings.ts";
import type { CallPlan, Entity, Lang, Row, StepUp, Texts } from "./entity.ts";

/** The envelope's `map`, or a thrown `CallFailure`. */
export type CallResult = Record<string, any>;
/** What a refused or failed call throws. */
export interface CallFailure {
  /** Body code, or 0 when no answer came. */
  code: number;
  message: string;
  traceId?: string | undefined;
  /** For code 4000. */
  errors?: { at: string; code: string; params?: Record<string, string | number>; message: string }[] | undefined;
  /** The refusal's `map`, where it says more than its message (`figuresChanged`: both figures). */
  map?: CallResult | undefined;
  /** `offline`: nothing was sent; `unknown`: sent, but no answer within 15 s (a money call may have happened); `refused`: the server said no; `broken`: HTTP error. */
  kind: "offline" | "unknown" | "refused" | "broken";
}
/** How a call is sent: idempotency key, proof, abort signal. */
export interface CallInit {
  /** Same value = same order, however often it is sent. */
  idempotencyKey?: string;
  /** One-use proof of the payment password. */
  proof?: string | undefined;
  /** Asked by the page on its own, not by the person: it does not keep the session alive. */
  passive?: boolean;
  signal?: AbortSignal | undefined;
}
/** How a download is followed. */
export interface DownloadInit {
  /** Gives the download up; then it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called while it waits in line: how many of the person's own files come before it, 0 while others' do; undefined once it waits no more. */
  onWaiting?(ahead: number | undefined): void;
  /** One-use proof of the payment password. */
  proof?: string | undefined;
}
/** What facts are asked about: the entity, its currency, and what a context's `with` names. */
export interface ContextAbout {
  entity: string;
  currency?: string;
  [name: string]: unknown;
}
/** A proof of the payment password that the server found too weak, with its words on why; it is unused, and a second factor raises it. */
export interface Lacking {
  proof: string;
  why: string;
}
/** What becomes of a form that is left: what was written is `lost`, or `kept` as a draft that survives the tab, or it is `sent` already and no answer has come. */
export type Leaving = "lost" | "kept" | "sent";
/** The engine's only ways to the outside: calls, navigation, notifications, texts. */
export interface Ports {
  dialect: Settings;
  lang: Lang;
  /** Sends a call. GET: `body` becomes the query string. Rejects with a `CallFailure`. */
  call(call: Pick<CallPlan, "method" | "path">, body?: Row, init?: CallInit): Promise<CallResult>;
  /** Downloads a blob call under the name that the server gives. Resolves when the file was handed to the browser. */
  download(call: Pick<CallPlan, "method" | "path">, body?: Row, init?: DownloadInit): Promise<void>;
  /** Stores a file that nothing names until a form with its id is submitted. */
  upload(
    file: File,
    purpose: string,
    options: { onProgress(fraction: number): void; signal: AbortSignal },
  ): Promise<{ id: string; name: string; size: number }>;
  /** Loads another entity (a reference's, a list's) with its texts in the current language. */
  entity(name: string): Promise<Entity>;
  /** Texts of an entity in a language that is not the page's: a file may be headed in either. Absent: only the page's language is understood. */
  texts?(name: string, lang: Lang): Promise<Texts>;
  /** Server time now in ms since the epoch. */
  now(): number;
  notify(tone: "info" | "success" | "warning" | "danger", text: string, detail?: string): void;
  /** Asks for the payment password (and a second factor where wanted) for exactly this call and body; resolves with the proof, or `undefined` when the person cancels. `about` says in words what is confirmed. `lacking`: the password was given already, and the second factor alone is asked for. */
  stepUp(
    need: StepUp,
    call: Pick<CallPlan, "method" | "path">,
    body: Row,
    about?: string,
    lacking?: Lacking,
  ): Promise<string | undefined>;
  /** Values by context name for rules, loaded by the call that `contexts.json` names; `about` is its request where it takes one (limits and wallet of this entity). */
  context(name: string, about?: ContextAbout): Promise<Record<string, unknown> | undefined>;
  /** Words of `locales/<lang>/engine.json`, `{name}` replaced; `count` is what is counted, and chooses between one and several. */
  word(key: string, params?: Record<string, string | number>): string;
  /** The words of a failure's name (`contract/failures.ts`); gates say them before a form opens. */
  failure?(name: string, params?: Record<string, string | number>): string;
  /** Downloads an uploaded file by its id. Absent: files are only named. */
  openFile?(id: string): Promise<void>;
  /** How a call that is named in a schema (`x-send`) travels, or an entity's list (`wallet.list`), where nothing else of its plan is wanted. */
  callNamed?(name: string): Promise<Pick<CallPlan, "method" | "path"> | undefined>;
  /** Moves to a page of the portal without loading it anew; asks before it leaves what is unfinished. Absent: a plain link. */
  go?(path: string): void;
  /** The page where a record of an entity opens, for a link; undefined where this person has none. */
  recordPath?(entity: string, id: string): string | undefined;
  /** Told when a form becomes unfinished, so that the portal asks before it leaves; the returned function takes it back. Absent: the form itself asks before the tab closes. */
  unfinished?(form: object, leaving?: Leaving): () => void;
  /** Whether amounts are to be covered, who hears when that changes, and the switch. Absent: they show. */
  amounts?: { hidden(): boolean; subscribe(listener: () => void): () => void; toggle(): void };
  /** Action grants and menu ids of the signed-in user. */
  granted(grant: string): boolean;
  /** Signed-in user's id; prefix of local drafts. */
  user(): string;
}
