/** Sorting by column headers. */

/** Maximum sort terms, as in the query. */
export const MAX_SORT_TERMS = 4;

const nameOf = (term: string) => term.replace(/^-/, "");

/**
 * Returns the next order. A click sorts by the column alone, the second reverses it, the third restores the entity's
 * own order. `add` (Shift) appends the column, reverses it, removes it. Empty: the entity's own order. A click that
 * would change nothing reverses the column instead.
 */
export function nextSort(
  current: readonly string[],
  own: readonly string[],
  name: string,
  descFirst: boolean,
  add: boolean,
): string[] {
  const [first, second] = descFirst ? [`-${name}`, name] : [name, `-${name}`];
  const at = current.findIndex((term) => nameOf(term) === name);
  if (add) {
    if (at < 0) return current.length < MAX_SORT_TERMS ? [...current, first] : [...current];
    if (current[at] === first) return current.with(at, second);
    return current.toSpliced(at, 1);
  }
  if (at < 0 || current.length > 1) return [first];
  if (current[at] === first) return [second];
  return own.join() === current.join() ? [first] : [];
}
