/** Card of the home page with a title, content, and loading, failed and stale states. */
import { drawerBreakpointPx } from "../../contract/constants.gen.ts";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { t } from "@portolan/engine/app";
import { type ReadState, usePorts } from "@portolan/engine/ui";
import { type CallFailure, formatWallClock } from "@portolan/engine";

interface CardProps {
  name: string;
  /** Whether the card is loading; it then keeps its last height, so that nothing moves when the content arrives. */
  waits?: boolean | undefined;
  title: string;
  /** Content next to the title. */
  end?: ReactNode | undefined;
  children: ReactNode;
}
export function Card({ name, title, end, waits, children }: CardProps) {
  const id = useId();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = card.current;
    if (!element || waits !== false) return undefined;
    const observer = new ResizeObserver(() => storeHeight(name, element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [name, waits]);
  return (
    <section
      ref={card}
      className={`hm-card hm-${name}`}
      data-waits={waits || undefined}
      style={waits ? { minHeight: readHeightBefore(name) } : undefined}
      aria-labelledby={id}
    >
      <header className="hm-head">
        <h2 id={id}>{title}</h2>
        {end && <div className="hm-end">{end}</div>}
      </header>
      {children}
    </section>
  );
}

interface ContentProps<T> {
  loaded: ReadState<T>;
  children(data: T): ReactNode;
}
export function Content<T>({ loaded, children }: ContentProps<T>) {
  const { data, failure, at, reload } = loaded;
  const clock = useClock();
  if (data === undefined) return failure ? <Failed failure={failure} onRetry={reload} /> : <Skeleton />;
  return (
    <>
      {failure && (
        <p className="hm-old" role="status">
          {t("home.old", { time: clock(at ?? 0) })}
          <button type="button" className="link" onClick={reload}>
            {t("retry")}
          </button>
        </p>
      )}
      {children(data)}
    </>
  );
}

function Failed({ failure, onRetry }: { failure: CallFailure; onRetry(): void }) {
  const label =
    failure.kind === "offline"
      ? t("home.offline")
      : failure.kind === "unknown"
        ? t("home.slow")
        : failure.message || t("systemException");
  return (
    <div className="hm-failed" role="alert">
      <p>{label}</p>
      {failure.traceId && <p className="hm-quiet">{t("traceId", { id: failure.traceId })}</p>}
      <button type="button" className="btn" data-small onClick={onRetry}>
        {t("retry")}
      </button>
    </div>
  );
}

/** Number of skeleton lines; those that exceed the card's height are clipped. */
const LINES = 12;

function Skeleton() {
  return (
    <ul className="hm-skeleton" aria-hidden>
      {Array.from({ length: LINES }, (_, line) => (
        <li key={line} className="skeleton" />
      ))}
    </ul>
  );
}

/** Returns a formatter for the time of day in the product's time zone. */
export function useClock(): (at: number | string) => string {
  const { zone } = usePorts().dialect;
  return (at) => formatWallClock(new Date(at).getTime(), zone).slice(11);
}

const KEY = "home.heights";
const PHONE = window.matchMedia(`(max-width: ${drawerBreakpointPx - 0.02}px)`);
const getStorageKey = (name: string) => `${name}.${PHONE.matches ? "phone" : "wide"}`;
const readHeights = (): Record<string, number> =>
  JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
/**
 * Returns the height of the card on the last visit; undefined on the first one, which uses the default of the style
 * sheet.
 */
const readHeightBefore = (name: string): number | undefined => readHeights()[getStorageKey(name)];
function storeHeight(name: string, height: number): void {
  const before = readHeights();
  if (before[getStorageKey(name)] !== height)
    localStorage.setItem(KEY, JSON.stringify({ ...before, [getStorageKey(name)]: height }));
}
