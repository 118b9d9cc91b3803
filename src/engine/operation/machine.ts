/**
 * State machine of a single operation, from submit to a definitive response. `reduceOperation` returns the state after
 * an event and the commands to run. It is pure: no React, no timers, no storage. Every call that may change something
 * goes through it.
 * @see docs/decisions/forms.md#one-machine-sends-every-operation
 */
import type { Row, StepUp } from "../model/entity.ts";
import type { CallFailure, CallResult, MissingStepUp } from "../model/ports.ts";
import { listChangedFigures } from "./changed-figures.ts";
import { codes, isDefinitive, isInconclusive, isServerFault } from "./refusals.ts";
import {
  type Attempt,
  type Command,
  type Confirming,
  isBusy,
  isLocked,
  type OperationConfig,
  type OperationEvent,
  type OperationState,
  type Outcome,
  type Sending,
  type Shared,
} from "./state.ts";

type Step = readonly [OperationState, readonly Command[]];

/** Returns the state after `event` and the commands to run. Events that do not apply to the state change nothing. */
export function reduceOperation(state: OperationState, event: OperationEvent, config: OperationConfig): Step {
  switch (event.type) {
    case "attach":
      return [{ ...state, detached: false }, []];
    case "detach":
      return [{ ...state, detached: true }, []];
    case "cooledDown":
      return [{ ...state, coolingDown: false }, []];
    case "restore":
      return restore(state, event.body);
    case "submit":
      return submit(state, event, config);
    case "confirm":
      return confirm(state, config);
    case "retry":
      return retry(state, config);
    case "edit":
      return edit(state);
    case "proof":
      return state.status === "confirming" ? transmit(state, event.proof, config) : [state, []];
    case "cancel":
      return cancelStepUp(state, config);
    case "response":
      return succeed(state, event.result);
    case "failure":
      return fail(state, event.failure, config);
    case "resolved":
      return resolve(state, event.result);
  }
}

const pickShared = ({ detached, coolingDown, pending }: Shared, isPending = pending): Shared => ({
  detached,
  coolingDown,
  pending: isPending,
});

/**
 * Returns the state in which a new body may be submitted. If an earlier request has no conclusive response yet, the new
 * body is sent with the key of that request.
 */
const toEditable = (state: Shared): OperationState =>
  state.pending
    ? { ...pickShared(state), status: "unknown", body: undefined, locked: false }
    : { ...pickShared(state), status: "idle" };

/** Returns the state to restore when an attempt ends without effect. */
function stepBack(state: Shared & Attempt & { proof?: string | undefined }, config: OperationConfig): OperationState {
  const { body, locked, proof } = state;
  if (state.pending || locked) return { ...pickShared(state), status: "unknown", body, locked, proof };
  return config.review ? { ...pickShared(state), status: "reviewing", body, changed: [] } : toEditable(state);
}

const restore = (state: OperationState, body: Row | undefined): Step =>
  state.status === "idle"
    ? [{ ...pickShared(state, true), status: "unknown", body, locked: body !== undefined }, []]
    : [state, []];

const edit = (state: OperationState): Step =>
  state.status === "reviewing" || state.status === "refused" || (state.status === "unknown" && !state.locked)
    ? [toEditable(state), []]
    : [state, []];

function submit(
  state: OperationState,
  { body, proof }: { body: Row; proof?: string | undefined },
  config: OperationConfig,
): Step {
  if (isBusy(state) || isLocked(state) || state.status === "reviewing" || state.coolingDown) return [state, []];
  if (config.review) return [{ ...pickShared(state), status: "reviewing", body, changed: [] }, []];
  return begin(state, { body, locked: false, proof }, config);
}

/**
 * Sends the displayed body: the one under review, or the one whose rejection is displayed. Retries when the outcome is
 * unknown.
 */
function confirm(state: OperationState, config: OperationConfig): Step {
  if (state.coolingDown) return [state, []];
  if (state.status === "unknown") return retry(state, config);
  return state.status === "reviewing" || state.status === "refused"
    ? begin(state, { body: state.body, locked: false, proof: undefined }, config)
    : [state, []];
}

function retry(state: OperationState, config: OperationConfig): Step {
  if (state.status !== "unknown" || !state.body || state.coolingDown) return [state, []];
  const { body, locked, proof } = state;
  return begin(state, { body, locked, proof: config.reusesProof ? proof : undefined }, config);
}

function begin(
  state: Shared,
  { body, locked, proof }: { body: Row; locked: boolean; proof: string | undefined },
  config: OperationConfig,
): Step {
  const ms = config.cooldownMs ?? 0;
  const attempt = { ...pickShared(state), coolingDown: ms > 0, body, locked, lacked: "nothing" as const };
  const commands: Command[] = [
    ...(config.idempotency === "durable" ? [{ do: "blockNavigation" } as const] : []),
    ...(ms > 0 ? [{ do: "coolDown", ms } as const] : []),
  ];
  if (config.stepUp && !config.guarded && proof === undefined)
    return [
      { ...attempt, status: "confirming", need: config.stepUp },
      [...commands, { do: "askProof", need: config.stepUp, body }],
    ];
  const [sending, more] = transmit(attempt, proof, config);
  return [sending, [...commands, ...more]];
}

function transmit(state: Shared & Attempt, proof: string | undefined, config: OperationConfig): Step {
  const { body, locked, lacked } = state;
  return [
    { ...pickShared(state), status: "sending", body, locked, lacked, proof },
    [...(config.idempotency === "none" ? [] : [{ do: "keepKey" } as const]), { do: "send", body, proof }],
  ];
}

/** Ends an attempt and reports its outcome once, inline or as a notification. */
const finish = (state: OperationState, outcome: Outcome, ...commands: Command[]): Step => [
  state,
  [...commands, { do: "allowNavigation" }, { do: "announce", outcome, late: state.detached }],
];

function succeed(state: OperationState, result: CallResult): Step {
  if (state.status !== "sending") return [state, []];
  const { body } = state;
  return finish(
    { ...pickShared(state, false), status: "succeeded", body, result },
    { end: "succeeded", result, body },
    { do: "dropKey" },
  );
}

/**
 * Ends an attempt when step-up is cancelled. If the server had required the step-up, it has executed nothing, so the
 * key is discarded.
 */
function cancelStepUp(state: OperationState, config: OperationConfig): Step {
  if (state.status !== "confirming") return [state, []];
  const drop: Command[] = state.lacked === "nothing" ? [] : [{ do: "dropKey" }];
  return finish(stepBack(state, config), { end: "cancelled" }, ...drop);
}

function resolve(state: OperationState, result: CallResult): Step {
  if (state.status !== "unknown") return [state, []];
  const free = pickShared(state, false);
  return [
    state.body ? { ...free, status: "succeeded", body: state.body, result } : { ...free, status: "idle" },
    [{ do: "dropKey" }],
  ];
}

function fail(state: OperationState, failure: CallFailure, config: OperationConfig): Step {
  if (!isBusy(state)) return [state, []];
  const stepUp = state.status === "sending" ? findNeededStepUp(state, failure, config) : undefined;
  if (stepUp) {
    // An error that requests step-up is definitive, so the same key is sent again with the proof.
    const { body } = state;
    const lacked = stepUp.lacking ? "factor" : "proof";
    return [
      { ...pickShared(state, false), status: "confirming", need: stepUp.need, body, locked: false, lacked },
      [{ do: "askProof", body, ...stepUp }],
    ];
  }
  if (isDefinitive(failure)) return refuse(state, failure, config);
  const isOpen = config.needsDefinitiveAnswer && state.status === "sending" && failure.kind !== "offline";
  if (isOpen || isInconclusive(failure)) return setOutcomeUnknown(state, failure, config);
  const outcome: Outcome = failure.kind === "offline" ? { end: "offline" } : { end: "refused", failure };
  // An earlier request with this key may still have been executed, so the key is kept.
  if (state.pending || state.locked) return finish(stepBack(state, config), outcome);
  return failure.kind === "offline"
    ? finish(stepBack(state, config), outcome, { do: "dropKey" })
    : refuse(state, failure, config);
}

/**
 * Returns the step-up that an error requires: the first one for a guarded body, or a second factor on top of the
 * password. Undefined for any other error.
 */
function findNeededStepUp(
  { proof, lacked }: Sending,
  { kind, code, message }: CallFailure,
  { guarded, stepUp, strongest }: OperationConfig,
): { need: StepUp; lacking?: MissingStepUp } | undefined {
  if (kind !== "refused") return undefined;
  if (guarded && stepUp && proof === undefined && code === codes.proofMissing) return { need: stepUp };
  const lacks = code === codes.totpNeeded || code === codes.soleAbove;
  return lacks && strongest && proof !== undefined && lacked !== "factor"
    ? { need: strongest, lacking: { proof, why: message } }
    : undefined;
}

/** Handles a request that was not executed and discards its key. Figures that changed are reviewed again. */
function refuse(state: Confirming | Sending, failure: CallFailure, { review }: OperationConfig): Step {
  const free = pickShared(state, false);
  const { body } = state;
  const changed = review && failure.code === codes.figuresChanged ? listChangedFigures(failure, body) : [];
  const figures = Object.fromEntries(changed.map(({ name, now }) => [name, now]));
  return finish(
    changed.length > 0
      ? { ...free, status: "reviewing", body: { ...body, ...figures }, changed }
      : { ...free, status: "refused", body, failure },
    { end: "refused", failure },
    { do: "dropKey" },
  );
}

/** Handles an unknown outcome. A durable operation is locked until it is resolved; any other may simply be repeated. */
function setOutcomeUnknown(state: Confirming | Sending, failure: CallFailure, config: OperationConfig): Step {
  const outcome: Outcome = isServerFault(failure) ? { end: "unknown", failure } : { end: "unknown" };
  if (config.idempotency !== "durable")
    return finish(stepBack({ ...state, pending: false, locked: false }, config), outcome, { do: "dropKey" });
  const proof = state.status === "sending" ? state.proof : undefined;
  return finish({ ...pickShared(state, true), status: "unknown", body: state.body, locked: true, proof }, outcome);
}
