/** What a click on a column's header does to the order of a list. */

/** Most fields that a list is sorted by; the query's own limit. */
export const MOST_TERMS = 4;

const nameOf = (term: string) => term.replace(/^-/, "");

/**
 * The next order: a click sorts by the column alone, the second turns it round, the third goes back to the entity's own order; with `add`
 * (Shift) the column joins the ones before it, turns round, leaves. Empty: the entity's own order. A column that the own order sorts
 * by never gets stuck: what would leave the list as it is turns it round instead.
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
    if (at < 0) return current.length < MOST_TERMS ? [...current, first] : [...current];
    if (current[at] === first) return current.with(at, second);
    return current.toSpliced(at, 1);
  }
  if (at < 0 || current.length > 1) return [first];
  if (current[at] === first) return [second];
  return own.join() === current.join() ? [first] : [];
}
