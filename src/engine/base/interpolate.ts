/**
 * Replaces each `{name}` in a string with its parameter. Placeholders without a parameter are kept. A parameter that
 * ends with a full stop (`Ltd.`) also ends the sentence.
 * @example
 * interpolate("{count} of {total}", { count: 3, total: 7 }) // => "3 of 7"
 */
export function interpolate(text: string, params: Record<string, string | number> | undefined): string {
  return params && text.includes("{")
    ? text.replace(/\{([\w.]+)\}(\.(?!\.))?/g, (whole, name: string, stop: string = "") => {
        const value = params[name];
        if (value === undefined) return whole;
        return `${value}${String(value).endsWith(".") ? "" : stop}`;
      })
    : text;
}
