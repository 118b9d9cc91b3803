/** Hooks that read calls by name, with typed responses, through the engine's data-fetching layer. */
import type { CallBody, CallResponse } from "../../model/calls.ts";
import type { Ports } from "../../model/ports.ts";
import { fetchShared, type ReadState, type ReadOptions, useRead } from "../../data/use-read.tsx";
import { call, type NamedCall } from "./call.ts";

interface CallOptions<T> extends ReadOptions<T> {
  /** Which requests do not extend the session: all (`true`), or only refetches (`"repeats"`). */
  passive?: boolean | "repeats" | undefined;
}

/**
 * Returns the cache key of a call's response. It starts with the entity name for the calls of an entity, otherwise with
 * the call name.
 */
export const callKey = (name: NamedCall, body: object): readonly unknown[] => [name.split(".")[0], name, body];

/**
 * Loads the response of a call. Refetches at the interval `every`, on `reload` and, unless `onFocus` is false, on focus
 * and on reconnect.
 * @example const { data, failure } = useCall("notificationCount", {}, { every: 60_000, passive: true });
 */
export function useCall<N extends NamedCall>(
  name: N,
  body: CallBody<N>,
  { passive = false, ...options }: CallOptions<CallResponse<N>> = {},
): ReadState<CallResponse<N>> {
  return useRead<CallResponse<N>>(
    callKey(name, body),
    (signal, isRepeat) => call(name, body, { signal, passive: passive === "repeats" ? isRepeat : passive }),
    options,
  );
}

/**
 * Sends a call that does not extend the session, and shares its response with equal calls within 2 s.
 * @throws CallFailure
 * @example
 * const { unread } = await fetchCall(ports, "notificationCount", {});
 */
export const fetchCall = <N extends NamedCall>(ports: Ports, name: N, body: CallBody<N>): Promise<CallResponse<N>> =>
  fetchShared(ports, callKey(name, body), (signal) => call(name, body, { signal, passive: true }));
