/** Replaces each `{name}` of a text by its parameter; keeps a name without one. */
export function fill(text: string, params: Record<string, string | number> | undefined): string {
  return params && text.includes("{")
    ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
    : text;
}
