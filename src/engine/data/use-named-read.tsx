import type { Entity, Row } from "../model/entity.ts";
import { sendCall } from "../operation/send-call.ts";
import { usePorts } from "../react/ports-context.tsx";
import { type ReadState, type ReadOptions, useRead } from "./use-read.tsx";

/**
 * Loads and returns the response of a call from `schemas/calls/` by name, such as figures that the server computes from
 * records. It is refetched when the entity's records change.
 * @example
 * const total = useNamedRead(entity, "issueTotal", { project: "A" }, { read: ({ count }) => Number(count) });
 */
export function useNamedRead<T, Response extends object = Row>(
  { name: entity }: Pick<Entity, "name">,
  name: string,
  body: Row,
  { read, ...options }: ReadOptions<T> & { read(response: Response): T },
): ReadState<T> {
  const ports = usePorts();
  return useRead<T>(
    [entity, name, body],
    async (signal) => {
      const call = await ports.callNamed?.(name);
      if (!call) throw new Error(`there is no call ${name}`);
      return read(await sendCall<Response>(ports, call, body, { signal }));
    },
    options,
  );
}
