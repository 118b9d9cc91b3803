/** A record by its key, with what happened to it and what may happen next. What is there stays while it is loaded again. */
import { useCallback, useEffect, useState } from "react";
import type { Entity } from "../model/entity.ts";
import type { CallFailure } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { RecordAnswer } from "../model/wire.ts";

export interface RecordState {
  loaded?: RecordAnswer;
  failure?: CallFailure;
  loading: boolean;
  reload(): void;
}

export function useRecord(entity: Entity, id: string): RecordState {
  const { call } = usePorts();
  const [state, setState] = useState<{ id: string; loaded?: RecordAnswer; failure?: CallFailure }>({ id });
  const [loading, setLoading] = useState(true);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    setLoading(true);
    call(entity.calls.detail!, { [entity.key]: id }, { signal: abort.signal }).then(
      (map) => {
        if (abort.signal.aborted) return;
        setState({
          id,
          loaded: {
            labels: {},
            timeline: [],
            events: [],
            ...(map as Pick<RecordAnswer, "record"> & Partial<RecordAnswer>),
          },
        });
        setLoading(false);
      },
      (failure: CallFailure) => {
        if (abort.signal.aborted) return;
        setState((before) => ({ id, loaded: before.id === id ? before.loaded : undefined, failure }));
        setLoading(false);
      },
    );
    return () => abort.abort();
  }, [call, entity, id, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  // Another record's data never stands under this one's number.
  const own = state.id === id ? state : { id };
  return { loaded: own.loaded, failure: own.failure, loading: loading || state.id !== id, reload };
}
