/** Finds figures that the server computed differently from those the user confirmed. */
import { listObjects } from "../base/guards.ts";
import type { Row } from "../model/entity.ts";
import type { CallFailure } from "../model/ports.ts";

export interface ChangedFigure {
  name: string;
  was: unknown;
  now: unknown;
}

/**
 * Returns the confirmed and the current value of each figure that a rejected request names: in its field errors,
 * otherwise in its map (`{field, confirmed, actual}`, or a list of them in `figures`). Empty if it names none.
 */
export function listChangedFigures(failure: CallFailure, confirmed: Row): ChangedFigure[] {
  const fromErrors = (failure.errors ?? []).flatMap(({ at, params }) => {
    const now = params?.actual;
    return now === undefined
      ? []
      : [{ name: at.slice(1), was: params?.confirmed ?? confirmed[at.slice(1)], now: String(now) }];
  });
  if (fromErrors.length > 0) return fromErrors;
  const { map } = failure;
  const figures = Array.isArray(map?.figures) ? listObjects(map.figures) : map?.field ? [map] : [];
  return figures.map((figure) => ({
    name: String(figure.field),
    was: figure.confirmed ?? confirmed[String(figure.field)],
    now: figure.actual,
  }));
}
