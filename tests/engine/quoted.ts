/** Returns the names quoted in a sentence, in alphabetical order. */
export const quotedIn = (sentence: string): string[] =>
  [...sentence.matchAll(/"[^"]*"/g)]
    .map(([name]) => name)
    .filter((name) => name !== '"the file"')
    .sort();
