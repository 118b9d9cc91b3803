import { type ComponentType, useEffect, useState } from "react";

/**
 * Creates a component that is empty until its code is loaded: by `load`, or at the latest when it is rendered. A failed load (offline) is retried
 * with the next render; it never reaches an error boundary, so a form keeps what was typed.
 * @example
 * const Chart = optionalPart<{ title: string }>(async () => ({ title }) => <figure aria-label={title} />);
 */
export function optionalPart<P extends object>(fetch: () => Promise<ComponentType<P>>) {
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
