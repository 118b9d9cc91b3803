/**
 * Removes the grouping commas of a number and keeps the selection between the same digits.
 * @example
 * ungroup("1,234", 5, 5) // => { text: "1234", start: 4, end: 4 }
 */
export function ungroup(text: string, start: number, end: number): { text: string; start: number; end: number } {
  const commasBefore = (at: number) => text.slice(0, at).split(",").length - 1;
  return { text: text.replaceAll(",", ""), start: start - commasBefore(start), end: end - commasBefore(end) };
}
