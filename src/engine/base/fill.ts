/** A text with each `{name}` replaced by its parameter; a name without one stays as it is. */
export function fill(text: string, params: Record<string, string | number> | undefined): string {
  return params && text.includes("{")
    ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
    : text;
}
