/** A part of the engine whose code comes when it is drawn or, before that, when somebody knows that it will be. */
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";

/**
 * `load` fetches the code ahead; what has come by the first drawing is drawn at once, without a moment of `waiting`. Absent: the boundary
 * around it says that it waits.
 */
export function lazyPart<P extends object>(fetch: () => Promise<ComponentType<P>>, waiting?: (props: P) => ReactNode) {
  let ready: ComponentType<P> | undefined;
  const load = async () => (ready ??= await fetch());
  const Later = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>;
  function Part(props: P) {
    // The same component for as long as it stands: another one would begin with an empty state.
    const [Shown] = useState<ComponentType<P>>(() => ready ?? Later);
    const part = <Shown {...props} />;
    return waiting ? <Suspense fallback={waiting(props)}>{part}</Suspense> : part;
  }
  return Object.assign(Part, { load });
}
