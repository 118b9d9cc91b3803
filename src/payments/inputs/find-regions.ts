/** Finds provinces, cities and districts. Loaded with the first search, since their names take several kB. */
import { matchesPinyin } from "@portolan/engine";
import { regionNames } from "../kinds/region/full.ts";

/**
 * Returns the codes and labels of up to `most` regions whose label contains every word of the query, also in pinyin, or
 * whose code starts with it.
 */
export function findRegions(
  q: string,
  most: number,
  format: (code: string) => string,
): { value: string; label: string; detail: string }[] {
  const wanted = q.split(/\s+/).filter(Boolean);
  const found = [];
  for (const value of regionNames.keys()) {
    const label = format(value);
    if (wanted.every((part) => label.includes(part) || value.startsWith(part) || matchesPinyin(label, part)))
      found.push({ value, label, detail: value });
    if (found.length === most) break;
  }
  return found;
}
