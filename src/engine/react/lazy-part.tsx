import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";

/**
 * Creates a lazily loaded component. `load` prefetches its code, after which it renders without a fallback. `waiting`
 * renders the fallback; without it the nearest Suspense boundary shows its own.
 * @example
 * const Chart = createLazyPart<{ title: string }>(async () => ({ title }) => <figure aria-label={title} />);
 */
export function createLazyPart<P extends object>(
  fetch: () => Promise<ComponentType<P>>,
  waiting?: (props: P) => ReactNode,
) {
  let ready: ComponentType<P> | undefined;
  const load = async () => (ready ??= await fetch());
  const Later = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>;
  function Part(props: P) {
    // Keep the component of the first render, because replacing it would lose its state.
    const [Shown] = useState<ComponentType<P>>(() => ready ?? Later);
    const part = <Shown {...props} />;
    return waiting ? <Suspense fallback={waiting(props)}>{part}</Suspense> : part;
  }
  return Object.assign(Part, { load });
}
