/** Takes the grouping commas out of a figure and keeps the selection where it stood between the digits. */
export function ungroup(text: string, start: number, end: number): { text: string; start: number; end: number } {
  const commasBefore = (at: number) => text.slice(0, at).split(",").length - 1;
  return { text: text.replaceAll(",", ""), start: start - commasBefore(start), end: end - commasBefore(end) };
}
