/** Runs an operation through the ports. This is the engine's only module that sends mutating requests. */
import type { Entity, Row, StepUp } from "../model/entity.ts";
import { sendCall, writeBody } from "./send-call.ts";
import type { CallFailure, CallInit, CallResult, Confirmed, MissingStepUp, Ports } from "../model/ports.ts";
import { announceChange } from "./changes.ts";
import type { OperationKey } from "./idempotency-key.ts";
import { reduceOperation } from "./machine.ts";
import {
  type Command,
  initialState,
  isBusy,
  type OperationConfig,
  type OperationEvent,
  type OperationState,
  type Outcome,
} from "./state.ts";
import { blockNavigation } from "./navigation-guard.ts";
import { isCallFailure } from "./refusals.ts";
import { type Endpoint, hashSecrets, preferPost } from "./request.ts";

/** What an operation sends, and how it reports its outcome. */
export interface OperationSetup extends OperationConfig {
  call: Endpoint;
  key: OperationKey;
  /** Entity whose password fields are sent as digests. */
  entity?: Entity | undefined;
  /** Name of the entity whose records the operation may change, if other than `entity`. */
  changes?: string | undefined;
  /** Body of an operation that an earlier page left without a response, if it can be derived from the key. */
  restored?: Row | undefined;
  /** Describes in the step-up dialog what the user confirms. */
  describe?(body: Row): Promise<Confirmed | undefined>;
  /**
   * Sends the request. Default: `ports.call`. A download passes the file to the browser and resolves with an empty
   * response.
   */
  transmit?(call: Endpoint, body: Row, init: CallInit): Promise<CallResult>;
  /** Returns the notification for a result that arrives after unmount, or undefined to show none. */
  notifyLate?(outcome: Outcome): LateNotice | undefined;
}
export interface LateNotice {
  tone: "info" | "success" | "warning" | "danger";
  title: string;
  detail?: string | undefined;
}
/**
 * Result of an attempt. `late` means that the component was unmounted, so that the result was reported as a
 * notification, if `notifyLate` returned one.
 */
export interface Settled {
  outcome: Outcome;
  late: boolean;
}

/**
 * A call with its idempotency key that can be submitted, retried and resumed, and that reports its outcome.
 * @example
 * const operation = new Operation(ports, setup);
 * const settled = await operation.submit({ title: "Login fails" });
 * if (settled?.outcome.end === "unknown") await operation.retry();
 */
export class Operation {
  #state: OperationState = initialState;
  #ports: Ports;
  #setup: OperationSetup;
  #settle: ((settled: Settled) => void) | undefined;
  #allowNavigation: (() => void) | undefined;
  #cooldown: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  /** Resumes the operation of an earlier page if its key is still open. */
  constructor(ports: Ports, setup: OperationSetup) {
    this.#ports = ports;
    this.#setup = setup;
    if (setup.key.open) this.#dispatch({ type: "restore", body: setup.restored });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): OperationState => this.#state;
  get state(): OperationState {
    return this.#state;
  }
  /** Updates the ports and the setup. A running attempt continues. */
  configure(ports: Ports, setup: OperationSetup): void {
    this.#ports = ports;
    this.#setup = setup;
  }

  /**
   * Freezes the body, then shows it for review or sends it. `proof` is set when step-up was completed beforehand.
   * Resolves with the result, or undefined when nothing is sent now.
   */
  submit(body: Row, proof?: string): Promise<Settled | undefined> {
    return this.#attempt({ type: "submit", body, proof });
  }
  /**
   * Sends the displayed body. Resolves with the result, or undefined when nothing is sent, for example during the
   * cooldown.
   */
  confirm(): Promise<Settled | undefined> {
    return this.#attempt({ type: "confirm" });
  }
  /** Sends the same body with the same key. Resolves with the result, or undefined unless the outcome is unknown. */
  retry(): Promise<Settled | undefined> {
    return this.#attempt({ type: "retry" });
  }
  /** Leaves the review or the rejection without losing any input. */
  edit(): void {
    this.#dispatch({ type: "edit" });
  }
  /** Resolves an unknown outcome after the record has shown that the operation was executed. */
  resolve(result: CallResult): void {
    this.#dispatch({ type: "resolved", result });
  }
  /** Ends the cooldown early, because a changed body is not a repeated click. */
  endCooldown(): void {
    clearTimeout(this.#cooldown);
    this.#dispatch({ type: "cooledDown" });
  }
  attach(): void {
    this.#dispatch({ type: "attach" });
  }
  /** Called on unmount. A running attempt continues, and its result becomes a notification. */
  detach(): void {
    this.#dispatch({ type: "detach" });
  }

  #attempt(event: OperationEvent): Promise<Settled | undefined> {
    const before = this.#state;
    this.#dispatch(event);
    if (this.#state === before || !isBusy(this.#state)) return Promise.resolve(undefined);
    return new Promise((resolve) => (this.#settle = resolve));
  }

  #dispatch(event: OperationEvent): void {
    const strongest = this.#ports.dialect.stepUps.at(-1);
    const [state, commands] = reduceOperation(this.#state, event, { strongest, ...this.#setup });
    if (state !== this.#state) {
      this.#state = state;
      for (const listener of this.#listeners) listener();
    }
    for (const command of commands) this.#run(command);
  }

  #run(command: Command): void {
    const { key, call } = this.#setup;
    switch (command.do) {
      case "askProof":
        void this.#askProof(command);
        break;
      case "send":
        void this.#send(command.body, command.proof);
        break;
      case "keepKey":
        if (preferPost(call).method === "POST") key.keep(this.#ports.now());
        break;
      case "dropKey":
        key.drop();
        break;
      case "coolDown":
        clearTimeout(this.#cooldown);
        this.#cooldown = setTimeout(() => this.#dispatch({ type: "cooledDown" }), command.ms);
        break;
      case "blockNavigation":
        this.#allowNavigation = blockNavigation(this.#ports, key, "sent");
        break;
      case "allowNavigation":
        this.#allowNavigation?.();
        this.#allowNavigation = undefined;
        break;
      case "announce":
        this.#announce(command);
    }
  }

  /** Requests step-up for exactly the body that will be sent. */
  async #askProof({ need, body, lacking }: { need: StepUp; body: Row; lacking?: MissingStepUp }): Promise<void> {
    const { entity, describe } = this.#setup;
    let event: OperationEvent;
    try {
      const call = preferPost(this.#setup.call);
      const hashed = entity ? await hashSecrets(entity, body) : body;
      const sent = writeBody(call, hashed);
      const about = await describe?.(body);
      const { stepUp } = this.#ports;
      const proof = await (lacking
        ? stepUp(need, call, sent, about, lacking)
        : stepUp(need, call, sent, ...(about === undefined ? [] : [about])));
      event = proof === undefined ? { type: "cancel" } : { type: "proof", proof };
    } catch (error) {
      event = { type: "failure", failure: readFailure(error, "offline") };
    }
    this.#dispatch(event);
  }

  async #send(body: Row, proof: string | undefined): Promise<void> {
    const { entity, idempotency, key, transmit } = this.#setup;
    const call = preferPost(this.#setup.call);
    let event: OperationEvent;
    let left = false;
    try {
      const sent = entity ? await hashSecrets(entity, body) : body;
      const init: CallInit = proof === undefined ? {} : { proof };
      if (idempotency !== "none" && call.method === "POST") init.idempotencyKey = key.value;
      left = true;
      event = {
        type: "response",
        result: await (transmit ? transmit(call, sent, init) : sendCall(this.#ports, call, sent, init)),
      };
    } catch (error) {
      event = { type: "failure", failure: readFailure(error, left ? "unknown" : "offline") };
    }
    this.#dispatch(event);
  }

  #announce({ outcome, late }: Settled): void {
    if (outcome.end === "succeeded" || outcome.end === "unknown")
      announceChange(this.#ports, this.#setup.changes ?? this.#setup.entity?.name);
    const notice = late ? this.#setup.notifyLate?.(outcome) : undefined;
    if (notice) this.#ports.notify(notice.tone, notice.title, ...(notice.detail === undefined ? [] : [notice.detail]));
    this.#settle?.({ outcome, late });
    this.#settle = undefined;
  }
}

/**
 * Returns the failure of an attempt. `kind` is used for errors of the client: `offline` before the request was sent,
 * when nothing can have been executed, and `unknown` after it.
 */
const readFailure = (error: unknown, kind: "offline" | "unknown"): CallFailure =>
  isCallFailure(error) ? error : { kind, code: 0, message: "" };
