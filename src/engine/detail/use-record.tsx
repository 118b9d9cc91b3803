/** A record by its key, with what happened to it and what may happen next. The old one stays while the new one loads. */
import { useCallback, useEffect, useState } from "react";
import type { Entity, Row } from "../entity/entity.ts";
import type { CallFailure } from "../ports.ts";
import { usePorts } from "../ports-context.tsx";
import type { Labels } from "../query/labels.ts";

export interface TimelineEntry {
  event: string;
  from: string | null;
  to: string;
  by: "merchant" | "provider" | "clock";
  username: string | null;
  reason: string | null;
  at: string;
}
/** An event that the person may fire now; `blocked` names the failure that greys it out. */
export interface AllowedEvent {
  event: string;
  to: string;
  needs: string[];
  stepUp?: "pay" | "pay+totp";
  blocked?: string;
}
export type Both = Record<"zh" | "en", string>;
export interface ReceiptLine {
  name: string;
  label: Both;
  text: Both;
  currency?: string;
  value?: string;
}
export interface Receipt {
  title: Both;
  lines: ReceiptLine[];
  code: string;
}
export interface Loaded {
  record: Row;
  labels: Labels;
  timeline: TimelineEntry[];
  events: AllowedEvent[];
  receipt?: Receipt;
}
export interface RecordState {
  loaded?: Loaded;
  failure?: CallFailure;
  loading: boolean;
  reload(): void;
}

export function useRecord(entity: Entity, id: string): RecordState {
  const { call } = usePorts();
  const [state, setState] = useState<{ id: string; loaded?: Loaded; failure?: CallFailure }>({ id });
  const [loading, setLoading] = useState(true);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    setLoading(true);
    call(entity.calls.detail!, { [entity.key]: id }, { signal: abort.signal }).then(
      (map) => {
        setState({ id, loaded: { labels: {}, timeline: [], events: [], ...(map as Partial<Loaded>) } as Loaded });
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
  return { loaded: own.loaded, failure: own.failure, loading, reload };
}
