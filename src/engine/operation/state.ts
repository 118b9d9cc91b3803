/** States, events and commands of an operation. */
import type { Row, StepUp } from "../model/entity.ts";
import type { CallFailure, CallResult, MissingStepUp } from "../model/ports.ts";
import type { ChangedFigure } from "./changed-figures.ts";

export interface OperationConfig {
  /**
   * `durable`: the idempotency key survives a reload, and an unknown outcome locks the body until it is resolved.
   * `memory`: the call may be repeated, and its key lasts for one attempt. `none`: no key is sent.
   */
  idempotency: "durable" | "memory" | "none";
  /** Whether to show the frozen body for review before it is sent. */
  review?: boolean | undefined;
  stepUp?: StepUp | undefined;
  /** Step-up to request when the server finds a proof too weak. Without it such an error is final. */
  strongest?: StepUp | undefined;
  /** Whether only the server knows if this body needs step-up, which is then requested after `proofMissing`. */
  guarded?: boolean | undefined;
  /**
   * Whether only a definitive error ends the operation. After any other failure of a sent request, including a lost
   * session, the outcome is unknown. For operations that a later page resumes.
   */
  needsDefinitiveAnswer?: boolean | undefined;
  /** Whether a retry reuses the proof of the first attempt instead of requesting a new one. */
  reusesProof?: boolean | undefined;
  /** How long further submits are ignored, in milliseconds. 0 disables the cooldown. */
  cooldownMs?: number | undefined;
}

/** Result of an attempt. `unknown` includes the failure if the server responded with an error. */
export type Outcome<Response extends object = CallResult> =
  | { end: "succeeded"; result: Response; body: Row }
  | { end: "refused"; failure: CallFailure }
  | { end: "unknown"; failure?: CallFailure }
  /** No request was sent. */
  | { end: "offline" }
  /** The user closed the step-up dialog. */
  | { end: "cancelled" };

export interface Shared {
  /** Whether the component was unmounted, so that the result is reported as a notification. */
  readonly detached: boolean;
  readonly coolingDown: boolean;
  /** Whether a request with the current key was sent and never got a conclusive response. */
  readonly pending: boolean;
}
export interface Attempt {
  readonly body: Row;
  /** Whether the body was sent before with an unknown outcome, so that only exactly this body may be sent again. */
  readonly locked: boolean;
  /**
   * What the server found missing in this attempt. If it found anything missing, it has executed nothing with this key.
   */
  readonly lacked: "nothing" | "proof" | "factor";
}
export type Confirming = Shared & Attempt & { readonly status: "confirming"; readonly need: StepUp };
export type Sending = Shared & Attempt & { readonly status: "sending"; readonly proof: string | undefined };
type Unknown = Shared & {
  readonly status: "unknown";
  /** Undefined after a reload. The next submit then uses the stored key. */
  readonly body: Row | undefined;
  readonly locked: boolean;
  readonly proof?: string | undefined;
};
export type OperationState =
  | (Shared & { readonly status: "idle" })
  | (Shared & { readonly status: "reviewing"; readonly body: Row; readonly changed: readonly ChangedFigure[] })
  | Confirming
  | Sending
  | (Shared & { readonly status: "succeeded"; readonly body: Row; readonly result: CallResult })
  | (Shared & { readonly status: "refused"; readonly body: Row; readonly failure: CallFailure })
  | Unknown;

export type OperationEvent =
  /** `proof` is set when step-up was completed beforehand for exactly this body. */
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
  /** An earlier page stored a key. `body` is set if it can be derived from the key. */
  | { type: "restore"; body?: Row | undefined };

export type Command =
  | { do: "askProof"; need: StepUp; body: Row; lacking?: MissingStepUp }
  | { do: "send"; body: Row; proof: string | undefined }
  | { do: "keepKey" }
  | { do: "dropKey" }
  | { do: "coolDown"; ms: number }
  | { do: "blockNavigation" }
  | { do: "allowNavigation" }
  | { do: "announce"; outcome: Outcome; late: boolean };

export const initialState: OperationState = { status: "idle", detached: false, coolingDown: false, pending: false };

/** Returns whether an attempt is in progress. */
export const isBusy = (state: OperationState): state is Confirming | Sending =>
  state.status === "confirming" || state.status === "sending";

/**
 * Returns whether the outcome is unknown, so that only a retry may be sent.
 * @example
 * const [state] = useOperation(setup);
 * const mayEdit = !isLocked(state);
 */
export const isLocked = (state: OperationState): boolean => "locked" in state && state.locked;
