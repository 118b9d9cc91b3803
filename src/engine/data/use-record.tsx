/** Loads a record by its key, with its timeline and the available events. */
import type { Entity } from "../model/entity.ts";
import type { DetailResponse } from "../model/wire.ts";
import { sendCall } from "../operation/send-call.ts";
import { usePorts } from "../react/ports-context.tsx";
import { type ReadState, useRead } from "./use-read.tsx";

/**
 * Loads a record and keeps it while it is refetched. With `onFocus`, also refetches it when the page becomes visible
 * again.
 */
export function useRecord(entity: Entity, id: string, onFocus = true): ReadState<DetailResponse> {
  const ports = usePorts();
  const { detail } = entity.calls;
  return useRead<DetailResponse>(
    [entity.name, "record", id],
    async (signal) => {
      if (!detail) throw new Error(`${entity.name} has no call that loads a record`);
      const { record, labels = {}, ...response } = await sendCall(ports, detail, { [entity.key]: id }, { signal });
      return { labels, timeline: [], events: [], ...response, record };
    },
    { onFocus },
  );
}
