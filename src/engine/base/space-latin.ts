/**
 * Inserts a space between Chinese characters and Latin letters or digits.
 * @example
 * spaceLatin("付给Acme的2,000.00") // => "付给 Acme 的 2,000.00"
 */
export const spaceLatin = (text: string): string =>
  text.replace(/(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9.])(?=[\u4e00-\u9fff])/g, " ");
