/** The lines that differ between two texts, each with a little of what stands around it. */
import type { DiffLine } from "./protocol.ts";

const AROUND = 2;

/** Nothing for texts that are the same. */
export function diffLines(before: string, after: string): DiffLine[] {
  const all = whole(before.split("\n"), after.split("\n"));
  const near = new Set(all.flatMap(({ sign }, at) => (sign === " " ? [] : Array.from({ length: 2 * AROUND + 1 }, (_, by) => at + by - AROUND))));
  return all.filter((_, at) => near.has(at));
}

/** Every line of both, in order: the longest sequence that both have stays. */
function whole(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const [gone, come] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const kept = Array.from({ length: gone.length + 1 }, () => new Uint32Array(come.length + 1));
  for (let a = gone.length - 1; a >= 0; a -= 1) for (let b = come.length - 1; b >= 0; b -= 1) kept[a]![b] = gone[a] === come[b] ? kept[a + 1]![b + 1]! + 1 : Math.max(kept[a + 1]![b]!, kept[a]![b + 1]!);
  const middle: DiffLine[] = [];
  for (let a = 0, b = 0; a < gone.length || b < come.length; ) {
    if (a < gone.length && b < come.length && gone[a] === come[b]) middle.push({ sign: " ", text: gone[a++]!, line: start + ++b });
    else if (b === come.length || (a < gone.length && kept[a + 1]![b]! >= kept[a]![b + 1]!)) middle.push({ sign: "-", text: gone[a++]! });
    else middle.push({ sign: "+", text: come[b]!, line: start + ++b });
  }
  const same = (from: number, to: number) => after.slice(from, to).map((text, at): DiffLine => ({ sign: " ", text, line: from + at + 1 }));
  return [...same(0, start), ...middle, ...same(after.length - end, after.length)];
}
