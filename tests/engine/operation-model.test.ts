/**
 * Model-based test of the operation state machine, against a server that loses, delays, repeats and refuses requests. A
 * campaign increases the number of runs and is reproducible by its seed: `OPERATION_RUNS=10000 OPERATION_SEED=1`. The
 * examples are regressions that late responses once caused.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallFailure, CallInit, CallResult, Ports, Row } from "@portolan/engine";
import { IdempotencyKey } from "../../src/engine/operation/idempotency-key.ts";
import { isBusy, isLocked } from "../../src/engine/operation/state.ts";
import { Operation, type OperationSetup, type Settled } from "../../src/engine/operation/run.ts";

const { OPERATION_RUNS, OPERATION_SEED } = process.env;
const RUNS = Number(OPERATION_RUNS ?? 1_000);
const SEED = OPERATION_SEED === undefined ? {} : { seed: Number(OPERATION_SEED) };

type Event =
  | { on: "submit"; n: number }
  | {
      on:
        | "confirm"
        | "edit"
        | "prove"
        | "closeDialog"
        | "answer"
        | "offline"
        | "retry"
        | "unmount"
        | "reload"
        | "resolve";
    }
  /** The request is executed, delayed or dropped; the browser receives no response. */
  | { on: "lose"; request: "executed" | "delayed" | "dropped" }
  | { on: "refuse"; code: number }
  | { on: "fault"; code: number; executed: boolean };
interface Model {
  stepUp: "pay" | undefined;
  guarded: boolean;
  review: boolean;
  reusesProof: boolean;
  needsDefinitiveAnswer: boolean;
  alias: boolean;
  events: Event[];
}

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ on: fc.constant("submit"), n: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ on: fc.constantFrom("confirm", "prove", "answer", "retry") }) },
  {
    weight: 2,
    arbitrary: fc.record({ on: fc.constantFrom("edit", "closeDialog", "offline", "unmount", "reload", "resolve") }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ on: fc.constant("lose"), request: fc.constantFrom("executed", "delayed", "dropped") }),
  },
  // Not granted, session lost, figures changed, proof missing, second factor required, still in progress, sign-in
  // required.
  {
    weight: 2,
    arbitrary: fc.record({
      on: fc.constant("refuse"),
      code: fc.constantFrom(4118, 3001, 4131, 4124, 4135, 4123, 4103),
    }),
  },
  {
    weight: 1,
    // Responses of a proxy have an HTTP status as their code, those of the server a code of their own.
    arbitrary: fc.record({
      on: fc.constant("fault"),
      code: fc.constantFrom(200, 302, 403, 413, 500, 504, 4213, 5000),
      executed: fc.boolean(),
    }),
  },
);
const model: fc.Arbitrary<Model> = fc.record({
  stepUp: fc.constantFrom(undefined, "pay"),
  guarded: fc.boolean(),
  review: fc.boolean(),
  reusesProof: fc.boolean(),
  needsDefinitiveAnswer: fc.boolean(),
  alias: fc.boolean(),
  events: fc.array(event, { minLength: 3, maxLength: 14 }),
});

interface Request {
  method: string;
  key: string;
  body: string;
  proof: string | undefined;
  resolve(result: CallResult): void;
  reject(failure: CallFailure): void;
}

/** A browser and a server around one operation. Throws when a property is violated. */
class World {
  readonly storage = new Map<string, string>();
  readonly orders = new Map<string, string>();
  readonly notified: string[] = [];
  readonly settled: Settled[] = [];
  attempts = 0;
  misplaced = 0;
  violation: unknown;
  /** Key of a request whose outcome only a definitive response can tell. */
  open: string | undefined;
  /** Body of that request; unknown to the page after a reload. */
  private openBody: string | undefined;
  private request: Request | undefined;
  private dialog: { body: string; resolve(proof: string | undefined): void } | undefined;
  private delayed: { key: string; body: string } | undefined;
  private readonly proofs = new Map<string, string>();
  private readonly spent = new Set<string>();
  private operation: Operation;
  private mounted = true;

  constructor(private readonly given: Model) {
    this.operation = this.mount();
  }

  private mount(): Operation {
    const { alias, events: _events, ...config } = this.given;
    const setup: OperationSetup = {
      call: alias
        ? { method: "GET", path: "/do", alias: [{ method: "POST", path: "/do" }] }
        : { method: "POST", path: "/do" },
      key: new IdempotencyKey("order", {
        getItem: (name) => this.storage.get(name) ?? null,
        setItem: (name, value) => this.storage.set(name, value),
        removeItem: (name) => this.storage.delete(name),
      }),
      idempotency: "durable",
      ...config,
      notifyLate: (outcome) => ({ tone: "info", title: outcome.end }),
    };
    const ports = {
      dialect: { stepUps: ["pay", "pay+totp"] },
      call: (call: { method: string }, body: Row, init: CallInit) => this.receive(call.method, body, init),
      stepUp: (_need: string, _call: object, body: Row) =>
        new Promise((resolve) => (this.dialog = { body: JSON.stringify(body), resolve })),
      notify: (_tone: string, title: string) => this.notified.push(title),
      unfinished: () => () => undefined,
      now: () => Date.now(),
    };
    return new Operation(ports as unknown as Ports, setup);
  }

  private receive(method: string, row: Row, init: CallInit): Promise<CallResult> {
    try {
      return this.arrive(method, row, init);
    } catch (error) {
      // Recorded, because the operation would treat it as a lost request.
      this.violation ??= error;
      throw error;
    }
  }

  private arrive(method: string, row: Row, { idempotencyKey, proof }: CallInit): Promise<CallResult> {
    const body = JSON.stringify(row);
    const key = idempotencyKey ?? "";
    expect(method, "a GET with a POST alias goes as POST").toBe("POST");
    expect(key, "every request has a key").not.toBe("");
    if (this.open !== undefined) expect(key, "no new order while an outcome is unknown").toBe(this.open);
    if (this.openBody !== undefined)
      expect(body, "only the body whose outcome is unknown goes out").toBe(this.openBody);
    if (proof !== undefined) {
      expect(body, "a proof is spent on the body it was asked for").toBe(this.proofs.get(proof));
      if (!this.given.reusesProof) expect(this.spent.has(proof), "a proof is spent once").toBe(false);
      this.spent.add(proof);
    }
    return new Promise((resolve, reject) => (this.request = { method, key, body, proof, resolve, reject }));
  }

  private attempt(send: () => Promise<Settled | undefined>): void {
    const { operation } = this;
    const before = isBusy(operation.state);
    const promise = send();
    if (!before && isBusy(operation.state)) this.attempts++;
    void promise.then((settled) => {
      if (!settled || operation !== this.operation) return;
      if (settled.late === this.mounted) this.misplaced++;
      this.settled.push(settled);
    });
  }

  private take(): Request | undefined {
    const { request } = this;
    this.request = undefined;
    return request;
  }

  /** Marks a request for which the browser received no conclusive response. */
  private leaveOpen({ key, body }: Request): void {
    this.open = key;
    this.openBody = body;
  }
  private close(): void {
    this.open = undefined;
    this.openBody = undefined;
  }

  /** Executes the order of a key at most once. Returns false when the key was used with a different body. */
  private execute(key: string, body: string): boolean {
    const known = this.orders.get(key);
    if (known === undefined) this.orders.set(key, body);
    return known === undefined || known === body;
  }

  private refuse(code: number): void {
    const request = this.take();
    if (!request) return;
    // A server that has executed an order, or is about to, responds to its key with the stored response or "in
    // progress".
    const told = this.orders.has(request.key) || this.delayed?.key === request.key ? 4123 : code;
    if (told >= 4000 && told !== 4123 && told !== 4103) this.close();
    else if (told === 4123 || this.given.needsDefinitiveAnswer) this.leaveOpen(request);
    request.reject({ kind: "refused", code: told, message: "no", map: { field: "n", actual: 9 } });
  }

  private answer(): void {
    const request = this.take();
    if (!request) return;
    this.delayed = undefined;
    this.close();
    if (this.execute(request.key, request.body)) request.resolve({ record: {} });
    else request.reject({ kind: "refused", code: 4122, message: "another body" });
  }

  private lose(fate: "executed" | "delayed" | "dropped"): void {
    const request = this.take();
    if (!request) return;
    this.leaveOpen(request);
    if (fate === "executed") this.execute(request.key, request.body);
    if (fate === "delayed") this.delayed = { key: request.key, body: request.body };
    request.reject({ kind: "unknown", code: 0, message: "" });
  }

  private reload(): void {
    // The page is discarded along with its pending request, which may still be executed.
    const request = this.take();
    if (request) {
      this.open = request.key;
      this.delayed = { key: request.key, body: request.body };
    }
    this.openBody = undefined;
    this.dialog = undefined;
    this.attempts = 0;
    this.settled.length = 0;
    this.notified.length = 0;
    this.mounted = true;
    this.operation = this.mount();
    expect(this.operation.state.status === "unknown", "an open key is restored").toBe(this.storage.size > 0);
  }

  step(now: Event): void {
    const { operation } = this;
    const request = this.request;
    switch (now.on) {
      case "submit":
        return this.attempt(() => operation.submit({ n: now.n }));
      case "confirm":
        return this.attempt(() => operation.confirm());
      case "retry":
        return this.attempt(() => operation.retry());
      case "edit":
        return operation.edit();
      case "prove": {
        const proof = `proof ${this.proofs.size}`;
        if (this.dialog) this.proofs.set(proof, this.dialog.body);
        this.dialog?.resolve(proof);
        this.dialog = undefined;
        return;
      }
      case "closeDialog":
        this.dialog?.resolve(undefined);
        this.dialog = undefined;
        return;
      case "answer":
        return this.answer();
      case "refuse":
        return this.refuse(now.code);
      case "lose":
        return this.lose(now.request);
      case "offline":
        return this.take()?.reject({ kind: "offline", code: 0, message: "" });
      case "fault": {
        if (!request) return;
        const isRefusal = now.code === 4213 || now.code === 413;
        if (!isRefusal && now.executed) this.execute(request.key, request.body);
        if (!isRefusal || this.given.needsDefinitiveAnswer) this.leaveOpen(request);
        return this.take()?.reject({ kind: "broken", code: now.code, message: "" });
      }
      case "unmount":
        this.mounted = false;
        return operation.detach();
      case "resolve":
        // Only a created record proves that the order was executed.
        if (this.open === undefined || !this.orders.has(this.open) || operation.state.status !== "unknown") return;
        this.close();
        return operation.resolve({ record: {} });
      case "reload":
        return this.reload();
    }
  }

  check(): void {
    if (this.violation) throw this.violation;
    const { state } = this.operation;
    if (this.delayed && !this.request) {
      this.execute(this.delayed.key, this.delayed.body);
      this.delayed = undefined;
    }
    if (this.open !== undefined)
      expect(this.storage.get("order"), "a key is dropped only on a definitive answer").toBe(this.open);
    if (isLocked(state)) expect(this.open, "only an unknown outcome locks").toBeDefined();
    const done = isBusy(state) ? this.attempts - 1 : this.attempts;
    expect(this.settled.length, "every attempt has one result").toBe(done);
    expect(this.misplaced, "a result is late exactly where the page has gone").toBe(0);
    const late = this.settled.filter((one) => one.late).map((one) => one.outcome.end);
    expect(this.notified, "a late result is one notification, no other is").toEqual(late);
  }
}

/** Waits long enough for a request to be sent: hashing, the texts of the dialog and the response each take a turn. */
async function settleTurns(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await Promise.resolve();
}

async function play(given: Model): Promise<World> {
  const world = new World(given);
  for (const event of given.events) {
    world.step(event);
    await settleTurns();
    world.check();
  }
  return world;
}

const plain = {
  stepUp: undefined,
  guarded: false,
  review: false,
  reusesProof: false,
  needsDefinitiveAnswer: false,
  alias: false,
} as const;
const submit: Event = { on: "submit", n: 1 };
const lost: Event = { on: "lose", request: "dropped" };
const executed: Event = { on: "lose", request: "executed" };
const EXAMPLES: Model[] = [
  { ...plain, events: [submit, { on: "unmount" }, { on: "answer" }] },
  { ...plain, events: [submit, { on: "unmount" }, lost] },
  { ...plain, events: [submit, { on: "unmount" }, { on: "refuse", code: 4118 }] },
  { ...plain, events: [submit, executed, submit, { on: "retry" }, { on: "answer" }] },
  { ...plain, events: [submit, lost, { on: "retry" }, { on: "offline" }, { on: "retry" }, { on: "answer" }] },
  { ...plain, events: [submit, executed, { on: "reload" }, submit, { on: "answer" }] },
  { ...plain, events: [submit, executed, { on: "reload" }, { on: "submit", n: 2 }, { on: "answer" }, submit] },
  { ...plain, events: [submit, { on: "reload" }, submit, { on: "refuse", code: 4118 }] },
  { ...plain, events: [submit, lost, { on: "retry" }, { on: "refuse", code: 3001 }, { on: "retry" }] },
  { ...plain, events: [submit, lost, { on: "retry" }, { on: "refuse", code: 4103 }, submit] },
  { ...plain, needsDefinitiveAnswer: true, events: [submit, { on: "refuse", code: 3001 }, { on: "reload" }, submit] },
  { ...plain, needsDefinitiveAnswer: true, events: [submit, { on: "refuse", code: 4118 }, submit, { on: "answer" }] },
  { ...plain, events: [submit, { on: "fault", code: 504, executed: true }, { on: "retry" }, { on: "answer" }] },
  { ...plain, events: [submit, { on: "fault", code: 413, executed: false }, submit, { on: "answer" }] },
  { ...plain, events: [submit, executed, { on: "resolve" }, submit, { on: "answer" }] },
  { ...plain, events: [submit, { on: "lose", request: "delayed" }, { on: "retry" }, { on: "refuse", code: 4118 }] },
  { ...plain, alias: true, events: [submit, lost, { on: "retry" }, { on: "answer" }] },
  { ...plain, stepUp: "pay", events: [submit, { on: "unmount" }, { on: "prove" }, { on: "answer" }] },
  { ...plain, stepUp: "pay", events: [submit, { on: "closeDialog" }, submit, { on: "prove" }, { on: "answer" }] },
  {
    ...plain,
    stepUp: "pay",
    events: [submit, { on: "prove" }, { on: "refuse", code: 4135 }, { on: "prove" }, executed, { on: "retry" }],
  },
  {
    ...plain,
    stepUp: "pay",
    guarded: true,
    events: [submit, { on: "refuse", code: 4124 }, { on: "closeDialog" }, submit, { on: "answer" }],
  },
  {
    ...plain,
    stepUp: "pay",
    reusesProof: true,
    events: [submit, { on: "prove" }, lost, { on: "retry" }, { on: "answer" }],
  },
  { ...plain, review: true, events: [submit, { on: "confirm" }, { on: "refuse", code: 4131 }, { on: "confirm" }] },
  { ...plain, review: true, events: [submit, { on: "confirm" }, lost, { on: "edit" }, { on: "confirm" }] },
];

describe("an operation", () => {
  it(`keeps its invariants in ${RUNS} random runs`, { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(model, async (given) => void (await play(given))),
      { ...SEED, numRuns: RUNS, examples: EXAMPLES.map((one) => [one]) },
    );
  });

  it("executes an order once, however often its response is lost", async () => {
    const world = await play({
      ...plain,
      events: [submit, executed, { on: "retry" }, executed, { on: "reload" }, submit, { on: "answer" }],
    });
    expect(world.orders.size).toBe(1);
    expect(world.storage.size).toBe(0);
  });

  it("takes a new key for the next order after a definite response", async () => {
    const world = await play({ ...plain, events: [submit, { on: "answer" }, submit, { on: "answer" }] });
    expect(world.orders.size).toBe(2);
  });
});
