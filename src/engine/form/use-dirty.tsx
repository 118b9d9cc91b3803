/**
 * Blocks navigation while a form has unsaved changes. Without the port `unfinished`, only closing the tab is blocked,
 * and only if the changes are not kept as a draft.
 */
import { useEffect, useRef } from "react";
import type { Ports } from "../model/ports.ts";
import { blockNavigation } from "../operation/navigation-guard.ts";
import type { FormStore } from "../form-store/store.ts";

/**
 * Blocks navigation while the store is dirty and reports the state to `onDirty`. `kept` means that the changes are
 * saved as a draft. `done` marks the form as submitted and stops blocking.
 */
export function useDirty(
  store: FormStore,
  ports: Ports,
  hasDraft: boolean,
  onDirty: ((dirty: boolean) => void) | undefined,
): { done(): void } {
  const onDirtyRef = useRef(onDirty);
  useEffect(() => {
    onDirtyRef.current = onDirty;
  }, [onDirty]);
  const end = useRef<() => void>(undefined);
  useEffect(() => {
    const begin = () => {
      const takeBack = blockNavigation(ports, store, hasDraft ? "kept" : "lost");
      onDirtyRef.current?.(true);
      end.current = () => {
        end.current = undefined;
        takeBack();
        onDirtyRef.current?.(false);
      };
    };
    const stop = store.watch(() => {
      if (store.dirty && !end.current) begin();
    });
    return () => {
      stop();
      end.current?.();
    };
  }, [store, ports, hasDraft]);
  return {
    done: () => {
      store.finish();
      end.current?.();
    },
  };
}
