/** Limits the concurrent requests to a provider, and stops them while it fails (circuit breaker). */
import {
  bulkhead,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  noJitterGenerator,
  SamplingBreaker,
  wrap,
  type IBreaker,
} from "cockatiel";
import { NotSent, type Circuit } from "../provider-port.ts";

/** Maximum numbers of concurrent and of queued requests to one provider. */
const AT_ONCE = 8;
const WAITING = 100;
/** Number of consecutive failures that open the breaker. */
const IN_A_ROW = 5;
/**
 * The breaker also opens when half of the requests fail, if there are at least this many within this time in
 * milliseconds.
 */
const SAMPLE = 20;
const SAMPLE_MS = 30_000;
/**
 * Delay in milliseconds before the first probe, and the maximum delay between probes. The delay doubles after each
 * failed probe.
 */
const PROBE_MS = 30_000;
const MAX_PROBE_MS = 600_000;
/** Delay in milliseconds before retrying a request that was rejected because the queue is full. */
const BUSY_MS = 1_000;

/** Combines two breakers into one that opens when either of them does. */
function combineBreakers(first: IBreaker, second: IBreaker): IBreaker {
  return {
    state: undefined,
    success(state) {
      first.success(state);
      second.success(state);
    },
    failure: (state) => [first.failure(state), second.failure(state)].includes(true),
  };
}

/** Runs requests to one provider. @throws NotSent for a request that the guard rejected */
export interface Guard {
  run<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T>;
  readCircuit(): Circuit;
}

const CIRCUITS: Readonly<Record<CircuitState, Circuit>> = {
  [CircuitState.Closed]: "closed",
  [CircuitState.HalfOpen]: "halfOpen",
  [CircuitState.Open]: "open",
  [CircuitState.Isolated]: "open",
};

/** Returns whether the provider asks to retry later, which does not count as a failure. */
const isThrottle = (error: Error): boolean => error instanceof NotSent && error.retryAfterMs !== undefined;

export function createGuard(name: string): Guard {
  let [failures, closedUntil] = [0, 0];
  const breaker = circuitBreaker(
    handleWhen((error) => !isThrottle(error)),
    {
      halfOpenAfter: new ExponentialBackoff({
        initialDelay: PROBE_MS,
        maxDelay: MAX_PROBE_MS,
        exponent: 2,
        generator: noJitterGenerator,
      }),
      breaker: combineBreakers(
        new ConsecutiveBreaker(IN_A_ROW),
        // The breaker opens only above the threshold. With 0.49, ten failures out of twenty requests open it.
        new SamplingBreaker({ threshold: 0.49, duration: SAMPLE_MS, minimumRps: SAMPLE / (SAMPLE_MS / 1_000) }),
      ),
    },
  );
  breaker.onBreak(() => {
    closedUntil = Date.now() + Math.min(PROBE_MS * 2 ** failures, MAX_PROBE_MS);
    failures += 1;
  });
  breaker.onReset(() => void (failures = 0));
  const policy = wrap(bulkhead(AT_ONCE, WAITING), breaker);
  return {
    readCircuit: () => CIRCUITS[breaker.state],
    async run(request, signal) {
      let isSent = false;
      try {
        return await policy.execute(() => {
          signal.throwIfAborted();
          isSent = true;
          return request();
        }, signal);
      } catch (error) {
        if (isSent) throw error;
        const untilProbe = closedUntil - Date.now();
        throw untilProbe > 0
          ? new NotSent(`${name} did not answer ${IN_A_ROW} times and is left alone until its next probe`, untilProbe)
          : new NotSent(`${name} has ${AT_ONCE} requests at once already`, BUSY_MS, { cause: error });
      }
    },
  };
}
