/**
 * Replaces each `{name}` of a text by its parameter; keeps a name without one.
 * @example
 * fill("{count} of {total}", { count: 3, total: 7 }) // => "3 of 7"
 */
export function fill(text: string, params: Record<string, string | number> | undefined): string {
  return params && text.includes("{")
    ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
    : text;
}
