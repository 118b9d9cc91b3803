/** States, events and commands of one operation. */
import type { Row, StepUp } from "../model/entity.ts";
import type { CallFailure, CallResult, Lacking } from "../model/ports.ts";
import type { Changed } from "./figures.ts";

export interface OperationConfig {
  /**
   * `durable`: the idempotency key outlives a reload, and an unknown outcome locks the body until it is resolved. `memory`: the call may be
   * repeated; its key lasts for one attempt. `none`: sent without a key.
   */
  idempotency: "durable" | "memory" | "none";
  /** Shows the frozen body before it is sent. */
  review?: boolean | undefined;
  stepUp?: StepUp | undefined;
  /** Step-up that a proof is raised to when the server finds it too weak. Absent: such a refusal is final. */
  strongest?: StepUp | undefined;
  /** Only the server knows whether this body needs step-up: asks for it after `proofMissing`. */
  guarded?: boolean | undefined;
  /** Only a definitive refusal ends it: after any other failure of a request, a lost session too, the outcome is unknown. For operations that a later page resumes. */
  needsDefinitiveAnswer?: boolean | undefined;
  /** A retry sends the proof of the first attempt instead of asking for a new one. */
  reusesProof?: boolean | undefined;
  /** How long another submit is refused. 0: not at all. */
  cooldownMs?: number | undefined;
}

/** Result of one attempt. `unknown` carries the failure where the server answered with a fault. */
export type Outcome =
  | { end: "succeeded"; result: CallResult; body: Row }
  | { end: "refused"; failure: CallFailure }
  | { end: "unknown"; failure?: CallFailure }
  /** Nothing left the browser. */
  | { end: "offline" }
  /** The user closed the step-up dialog. */
  | { end: "cancelled" };

export interface Shared {
  /** The component is unmounted: the result is reported as a notification. */
  readonly detached: boolean;
  readonly coolingDown: boolean;
  /** A request under the current key was sent and never got a conclusive answer. */
  readonly pending: boolean;
}
export interface Attempt {
  readonly body: Row;
  /** The body went out before with an unknown outcome: only this very body may go out again. */
  readonly locked: boolean;
  /** What the server has refused this attempt for, which proves that it has executed nothing under this key. */
  readonly lacked: "nothing" | "proof" | "factor";
}
export type Confirming = Shared & Attempt & { readonly status: "confirming"; readonly need: StepUp };
export type Sending = Shared & Attempt & { readonly status: "sending"; readonly proof: string | undefined };
type Unknown = Shared & {
  readonly status: "unknown";
  /** Undefined after a reload: the next submit takes the kept key. */
  readonly body: Row | undefined;
  readonly locked: boolean;
  readonly proof?: string | undefined;
};
export type OperationState =
  | (Shared & { readonly status: "idle" })
  | (Shared & { readonly status: "reviewing"; readonly body: Row; readonly changed: readonly Changed[] })
  | Confirming
  | Sending
  | (Shared & { readonly status: "succeeded"; readonly body: Row; readonly result: CallResult })
  | (Shared & { readonly status: "refused"; readonly body: Row; readonly failure: CallFailure })
  | Unknown;

export type OperationEvent =
  /** `proof`: step-up was done beforehand, for exactly this body. */
  | { type: "submit"; body: Row; proof?: string | undefined }
  | { type: "confirm" }
  | { type: "edit" }
  | { type: "proof"; proof: string }
  | { type: "cancel" }
  | { type: "response"; result: CallResult }
  | { type: "failure"; failure: CallFailure }
  | { type: "retry" }
  /** The record itself shows that the operation was executed. */
  | { type: "resolved"; result: CallResult }
  | { type: "attach" }
  | { type: "detach" }
  | { type: "cooledDown" }
  /** A key was kept by an earlier page; `body` where it can be rebuilt from the key. */
  | { type: "restore"; body?: Row | undefined };

export type Command =
  | { do: "askProof"; need: StepUp; body: Row; lacking?: Lacking }
  | { do: "send"; body: Row; proof: string | undefined }
  | { do: "keepKey" }
  | { do: "dropKey" }
  | { do: "coolDown"; ms: number }
  | { do: "blockNavigation" }
  | { do: "allowNavigation" }
  | { do: "announce"; outcome: Outcome; late: boolean };

export const initialState: OperationState = { status: "idle", detached: false, coolingDown: false, pending: false };

/** True while an attempt is under way. */
export const isBusy = (state: OperationState): state is Confirming | Sending =>
  state.status === "confirming" || state.status === "sending";

/**
 * True while the outcome is unknown and only a retry may go out.
 * @example
 * const [state] = useOperation(setup);
 * const mayEdit = !isLocked(state);
 */
export const isLocked = (state: OperationState): boolean => "locked" in state && state.locked;
