import { type ComponentType, useEffect, useState } from "react";

/**
 * Creates a component that renders nothing until its code is loaded, either by `load` or when it is first rendered. A
 * failed load (offline) is retried on the next render and never reaches an error boundary, so that a form keeps what
 * was typed.
 * @example
 * const Chart = createOptionalPart<{ title: string }>(async () => ({ title }) => <figure aria-label={title} />);
 */
export function createOptionalPart<P extends object>(fetch: () => Promise<ComponentType<P>>) {
  let ready: ComponentType<P> | undefined;
  let request: Promise<void> | undefined;
  const load = (): Promise<void> =>
    (request ??= fetch().then(
      (component) => void (ready = component),
      () => void (request = undefined),
    ));
  function Part(props: P) {
    const [, follow] = useState(false);
    useEffect(() => {
      if (!ready) void load().then(() => follow(ready !== undefined));
    });
    const Shown = ready;
    return Shown ? <Shown {...props} /> : null;
  }
  return Object.assign(Part, { load });
}
