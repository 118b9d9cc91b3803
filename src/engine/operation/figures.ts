/** Figures that changed between what the person confirmed and what the server counts. */
import type { Row } from "../model/entity.ts";
import type { CallFailure } from "../model/ports.ts";

export interface Changed {
  name: string;
  /** What the person saw. */
  was: unknown;
  /** What the server counts now. */
  now: unknown;
}

/** Reads both figures off a refusal: from its field errors, else from its map (`{field, confirmed, actual}` or a list of them, `figures`). */
export function changedFigures(failure: CallFailure, confirmed: Row): Changed[] {
  const fromErrors = (failure.errors ?? []).flatMap(({ at, params }) => {
    const now = params?.actual;
    return now === undefined
      ? []
      : [{ name: at.slice(1), was: params?.confirmed ?? confirmed[at.slice(1)], now: String(now) }];
  });
  if (fromErrors.length > 0) return fromErrors;
  const { map } = failure;
  const figures = (Array.isArray(map?.figures) ? map.figures : map?.field ? [map] : []) as Row[];
  return figures.map((figure) => ({
    name: String(figure.field),
    was: figure.confirmed ?? confirmed[String(figure.field)],
    now: figure.actual,
  }));
}
