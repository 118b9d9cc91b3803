/** Binds an operation to a component: its state, and a notification of its result after unmount. */
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { usePorts } from "../react/ports-context.tsx";
import { Operation, type OperationSetup } from "./run.ts";
import type { OperationState } from "./state.ts";

/**
 * Returns the state and the operation. The key of the first `setup` is kept; every render updates the rest of the
 * setup.
 * @example
 * const [state, operation] = useOperation(setup);
 * const send = () => operation.submit({ title: "Login fails" });
 */
export function useOperation(setup: OperationSetup): readonly [OperationState, Operation] {
  const ports = usePorts();
  const [operation] = useState(() => new Operation(ports, setup));
  useLayoutEffect(() => operation.configure(ports, setup));
  useEffect(() => {
    operation.attach();
    return () => operation.detach();
  }, [operation]);
  return [useSyncExternalStore(operation.subscribe, operation.snapshot), operation];
}
