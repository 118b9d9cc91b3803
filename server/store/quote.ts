/** Quotes a string as an SQL literal. */
export const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
